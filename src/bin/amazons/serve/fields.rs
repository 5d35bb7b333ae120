//! The members of a JSON object, taken out one by one, so that errors name them and what is left over shows.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub struct Fields(Map<String, Value>);

impl Fields {
    pub fn new(members: Map<String, Value>) -> Fields {
        Fields(members)
    }

    /// Takes a member out. One that is `null` counts as missing.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match serde_json::from_value(value) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(format!("{name}: {error}")),
            },
        }
    }

    /// The names of members that nobody took.
    pub fn left_over(self) -> impl Iterator<Item = String> {
        self.0.into_iter().map(|(name, _)| name)
    }
}
