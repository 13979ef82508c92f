//! Fields inside of objects, named by a path: `meta.body` is the field `body` of the object `meta`. A field whose own name
//! has the dot comes first.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::read::fields::Fields;
use crate::read::known::IsField;

/// Whether a field may lie in an object.
pub(crate) fn is_path(name: &str) -> bool {
    name.contains('.')
}

/// The objects of one record that may hold id, text or time.
pub(crate) struct Holders<'a, 'de> {
    fields: &'a Fields,
    found: [Option<&'de RawValue>; 3],
}

impl<'a, 'de> Holders<'a, 'de> {
    /// `None` if all fields lie in the record itself.
    pub(crate) fn of(fields: &'a Fields) -> Option<Self> {
        let names = [&fields.id, &fields.text, &fields.time];
        names.iter().any(|name| is_path(name)).then_some(Self { fields, found: [None; 3] })
    }

    /// Takes note of a field of the record. Gives back whether it holds what is wanted and stands there twice.
    pub(crate) fn note(&mut self, key: &str, value: &'de RawValue) -> bool {
        let mut twice = false;
        let names = [&self.fields.id, &self.fields.text, &self.fields.time];
        for (name, found) in names.into_iter().zip(&mut self.found) {
            if name.split_once('.').is_some_and(|(first, _)| first == key) {
                twice |= found.replace(value).is_some();
            }
        }
        twice
    }

    pub(crate) fn id(&self) -> serde_json::Result<Option<&'de RawValue>> {
        self.value(0, &self.fields.id)
    }

    pub(crate) fn text(&self) -> serde_json::Result<Option<&'de RawValue>> {
        self.value(1, &self.fields.text)
    }

    pub(crate) fn time(&self) -> serde_json::Result<Option<&'de RawValue>> {
        self.value(2, &self.fields.time)
    }

    fn value(&self, at: usize, name: &str) -> serde_json::Result<Option<&'de RawValue>> {
        let Some((holder, (_, rest))) = self.found[at].zip(name.split_once('.')) else { return Ok(None) };
        inside(holder, rest)
    }
}

/// What stands in a value under a path; `None` if a step of it is missing or leads into something that is no object.
pub(crate) fn inside<'de>(value: &'de RawValue, path: &str) -> serde_json::Result<Option<&'de RawValue>> {
    let mut found = value;
    for name in path.split('.') {
        if !found.get().starts_with('{') {
            return Ok(None);
        }
        let member = Member(name).deserialize(&mut serde_json::Deserializer::from_str(found.get()))?;
        let Some(member) = member else { return Ok(None) };
        found = member;
    }
    Ok(Some(found))
}

/// The member of an object with that name. All of the object is looked at: a name that stands there twice is an error.
struct Member<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for Member<'_> {
    type Value = Option<&'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Member<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(is_wanted) = map.next_key_seed(IsField(self.0))? {
            if !is_wanted {
                map.next_value::<IgnoredAny>()?;
            } else if found.replace(map.next_value()?).is_some() {
                return Err(serde::de::Error::custom(format!("the field '{}' stands there twice", self.0)));
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn any_object() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![Just(Value::Null), Just(json!([{"a": 1}])), "[ab.{}\"]{0,3}".prop_map(Value::from)];
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop::collection::btree_map("[ab]{0,2}", inner, 0..4).prop_map(|map| json!(map))
        })
    }

    proptest! {
        #[test]
        fn a_path_leads_where_indexing_does(value in any_object(), path in "[ab]{0,2}(\\.[ab]{0,2}){0,3}") {
            let raw = serde_json::value::to_raw_value(&value).unwrap();
            let found = inside(&raw, &path).unwrap().map(|raw| serde_json::from_str::<Value>(raw.get()).unwrap());
            let naive = path.split('.').try_fold(&value, |value, name| value.as_object()?.get(name));
            prop_assert_eq!(found.as_ref(), naive);
        }
    }

    #[test]
    fn a_member_that_stands_twice_is_told() {
        let raw: &RawValue = serde_json::from_str(r#"{"a":{"b":1,"\u0062":2}}"#).unwrap();
        assert!(inside(raw, "a.b").unwrap_err().to_string().starts_with("the field 'b' stands there twice"));
        assert!(inside(raw, "a").unwrap().is_some());
    }
}
