//! Times: ISO 8601 in its usual spellings, or seconds since 1970. A time without a zone is taken as UTC.

use speedate::{Date, DateTime, DateTimeConfig, TimestampUnit};

const MICROSECONDS: i64 = 1_000_000;

/// Microseconds since 1970, or `None` where `text` is no time.
pub fn parse_time(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(moment) = DateTime::parse_str(text) {
        return microseconds(&moment);
    }
    Date::parse_str(text).ok().and_then(|day| day.timestamp().checked_mul(MICROSECONDS))
}

fn microseconds(moment: &DateTime) -> Option<i64> {
    let seconds = moment.timestamp_tz();
    seconds.checked_mul(MICROSECONDS)?.checked_add(i64::from(moment.time.microsecond))
}

/// ISO 8601 in UTC, or `None` beyond the years that it can write.
pub fn format_time(microseconds: i64) -> Option<String> {
    let (seconds, rest) = (microseconds.div_euclid(MICROSECONDS), microseconds.rem_euclid(MICROSECONDS));
    let config = DateTimeConfig { timestamp_unit: TimestampUnit::Second, ..DateTimeConfig::default() };
    let moment = DateTime::from_timestamp_with_config(seconds, rest as u32, &config).ok()?;
    Some(format!("{moment}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_spellings() {
        let day = Some(1_741_000_000 * MICROSECONDS);
        assert_eq!(parse_time("2025-03-03T11:06:40Z"), day);
        assert_eq!(parse_time("2025-03-03 11:06:40"), day);
        assert_eq!(parse_time("2025-03-03T12:06:40+01:00"), day);
        assert_eq!(parse_time("2025-03-03T11:06:40.25Z"), day.map(|t| t + 250_000));
        assert_eq!(parse_time("1741000000"), day);
        assert_eq!(parse_time("2025-03-03"), Some(1_740_960_000 * MICROSECONDS));
        assert_eq!(parse_time("yesterday"), None);
        assert_eq!(parse_time(""), None);
    }

    #[test]
    fn there_and_back() {
        for text in ["2025-03-03T11:06:40Z", "1969-12-31T23:59:59.500000Z", "2999-01-01T00:00:00Z"] {
            assert_eq!(parse_time(text).and_then(format_time).as_deref(), Some(text));
        }
        assert_eq!(format_time(i64::MAX), None);
    }
}
