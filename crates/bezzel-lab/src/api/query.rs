//! Query strings, parsed into plain data.

use serde::de::value::{Error, MapDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Deserializes a query like `n=8&torus=1`; unknown fields are ignored.
pub fn read<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let pairs = pairs.map(|(name, text)| {
        let (name, text) = (name.into_owned(), text.into_owned());
        (name.clone(), Field { name, text })
    });
    T::deserialize(MapDeserializer::new(pairs))
}

/// A field of a query.
struct Field {
    name: String,
    text: String,
}

impl IntoDeserializer<'_, Error> for Field {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! numbers {
    ($($read:ident $visit:ident),*) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let Self { name, text } = self;
            match text.parse() {
                Ok(number) => visitor.$visit(number),
                Err(_) => Err(Error::custom(format!("{name} is {text:?}, no number that fits"))),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Field {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    numbers!(deserialize_u32 visit_u32, deserialize_u64 visit_u64, deserialize_f64 visit_f64);

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 f32 char str string bytes byte_buf unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    struct RoutedRequest {
        n: u32,
        rate: Option<f64>,
        board: Option<String>,
        #[serde(default)]
        from: usize,
    }

    #[test]
    fn fields_are_read_by_their_names() {
        let read = read::<RoutedRequest>("board=%23.%2F..+x&n=8&other=1&rate=0.5").unwrap();
        let expected = RoutedRequest {
            n: 8,
            rate: Some(0.5),
            board: Some("#./.. x".into()),
            from: 0,
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (query, part) in [
            ("", "missing field `n`"),
            ("n=", "n is \"\", no number"),
            ("n=x", "n is \"x\""),
            ("n=-1", "n is \"-1\""),
            ("n=4294967296", "no number that fits"),
            ("n=1&n=2", "duplicate field `n`"),
            ("n=1&rate=fast", "rate is \"fast\""),
            ("n=1&from=1e3", "from"),
        ] {
            let error = read::<RoutedRequest>(query).unwrap_err().to_string();
            assert!(error.contains(part), "{query}: {error}");
        }
    }
}
