//! Times: ISO 8601 in its usual spellings, or seconds since 1970. A time without a zone is UTC. Only the
//! years 1 to 9999 are accepted, because Python's `datetime` has no others.

use std::borrow::Cow;

use speedate::{Date, DateTime, DateTimeConfig, TimestampUnit};

use crate::read::fields::shorten;

const MICROSECONDS: i64 = 1_000_000;
/// The seconds of the years 1 to 9999.
const SECONDS: std::ops::Range<i64> = -62_135_596_800..253_402_300_800;

/// Why a text is no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoTime {
    Unknown,
    OutOfRange,
}

impl NoTime {
    /// The problem of a record that is kept without its time.
    pub fn message(self, written: &str) -> String {
        let reason = match self {
            NoTime::Unknown => "is not ISO 8601",
            NoTime::OutOfRange => "is outside the years 1 to 9999",
        };
        format!("the time '{}' {reason}; kept without it", shorten(written))
    }
}

/// Microseconds since 1970.
pub fn parse_time(text: &str) -> Result<i64, NoTime> {
    let microseconds = parse(text).ok_or(NoTime::Unknown)?;
    in_range(microseconds.div_euclid(MICROSECONDS))?;
    Ok(microseconds)
}

/// Microseconds from a number of seconds.
pub fn from_seconds(seconds: i64) -> Result<i64, NoTime> {
    in_range(seconds)?;
    Ok(seconds * MICROSECONDS)
}

fn in_range(seconds: i64) -> Result<(), NoTime> {
    if SECONDS.contains(&seconds) { Ok(()) } else { Err(NoTime::OutOfRange) }
}

fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = &*extended(text).map_or(Cow::from(text), Cow::from);
    if let Ok(moment) = DateTime::parse_str(text) {
        return microseconds(&moment);
    }
    Date::parse_str(text).ok().and_then(|day| day.timestamp().checked_mul(MICROSECONDS))
}

/// Rewrites ISO's basic spelling (20250303T110640) to the extended one, if the date or the time is in it.
fn extended(text: &str) -> Option<String> {
    let (date, time) = match text.find(['T', ' ']) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, ""),
    };
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    // Eight digits could also be seconds, but only of the year 1970.
    let basic_date =
        date.len() == 8 && digits(date) == 8 && (date.starts_with("19") || date.starts_with("20"));
    let basic_time = matches!(digits(time), 4 | 6);
    if !basic_date && !basic_time {
        return None;
    }
    let date = if basic_date { insert(date, &[4, 6], '-') } else { date.to_owned() };
    let time = if basic_time { insert(time, &[2, 4][..digits(time) / 2 - 1], ':') } else { time.to_owned() };
    Some(if time.is_empty() { date } else { format!("{date}T{time}") })
}

fn insert(text: &str, places: &[usize], mark: char) -> String {
    let mut out = String::with_capacity(text.len() + places.len());
    for (i, c) in text.chars().enumerate() {
        if places.contains(&i) {
            out.push(mark);
        }
        out.push(c);
    }
    out
}

fn microseconds(moment: &DateTime) -> Option<i64> {
    let seconds = moment.timestamp_tz();
    seconds.checked_mul(MICROSECONDS)?.checked_add(i64::from(moment.time.microsecond))
}

/// ISO 8601 in UTC, or `None` for years that it cannot write.
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
        let parse_time = |text| parse_time(text).ok();
        let day = Some(1_741_000_000 * MICROSECONDS);
        assert_eq!(parse_time("2025-03-03T11:06:40Z"), day);
        assert_eq!(parse_time("2025-03-03 11:06:40"), day);
        assert_eq!(parse_time("2025-03-03T12:06:40+01:00"), day);
        assert_eq!(parse_time("2025-03-03T11:06:40.25Z"), day.map(|t| t + 250_000));
        assert_eq!(parse_time("2025-03-03T110640"), day);
        assert_eq!(parse_time("20250303T110640Z"), day);
        assert_eq!(parse_time("20250303"), parse_time("2025-03-03"));
        assert_eq!(parse_time("20250303T1106+0100"), parse_time("2025-03-03T10:06:00Z"));
        assert_eq!(parse_time("é5T12"), None);
        assert_eq!(parse_time("1741000000"), day);
        assert_eq!(parse_time("2025-03-03"), Some(1_740_960_000 * MICROSECONDS));
        assert_eq!(parse_time("yesterday"), None);
        assert_eq!(parse_time(""), None);
    }

    #[test]
    fn there_and_back() {
        for text in ["2025-03-03T11:06:40Z", "1969-12-31T23:59:59.500000Z", "2999-01-01T00:00:00Z"] {
            assert_eq!(parse_time(text).ok().and_then(format_time).as_deref(), Some(text));
        }
        assert_eq!(format_time(i64::MAX), None);
    }

    #[test]
    fn only_years_that_a_calendar_has() {
        for text in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "0001-01-01"] {
            assert!(parse_time(text).is_ok(), "{text}");
        }
        for text in
            ["0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "0000-01-01"]
        {
            assert_eq!(parse_time(text), Err(NoTime::OutOfRange), "{text}");
        }
        assert_eq!(from_seconds(SECONDS.end), Err(NoTime::OutOfRange));
        assert_eq!(from_seconds(SECONDS.start), Ok(SECONDS.start * MICROSECONDS));
    }
}
