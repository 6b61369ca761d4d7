//! The API is as its description says.

mod asking;

use asking::{bytes, get, json_of, send};
use axum::http::{Request, StatusCode, header};
use serde_json::Value;

/// Whether a value is what a schema of the description says.
fn fits(value: &Value, schema: &Value, all: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        let path = name.trim_start_matches('#');
        return fits(value, all.pointer(path).ok_or("no such schema")?, all);
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let fitting = ways
            .iter()
            .filter(|way| fits(value, way, all).is_ok())
            .count();
        return match fitting {
            1 => Ok(()),
            _ => Err(format!("{value} fits {fitting} of {} ways", ways.len())),
        };
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Err(format!("{value} is none of {allowed:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => value.is_null(),
    };
    if !kinds.iter().any(is) {
        return Err(format!("{value} is no {kinds:?}"));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().ok_or("a name")?;
        if value.get(name).is_none() {
            return Err(format!("{name} is missing"));
        }
    }
    if let (Some(fields), Some(told)) = (schema["properties"].as_object(), value.as_object()) {
        for (name, value) in told {
            let schema = fields.get(name).ok_or(format!("{name} is not described"))?;
            fits(value, schema, all).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    for value in value.as_array().into_iter().flatten() {
        fits(value, &schema["items"], all)?;
    }
    Ok(())
}

#[tokio::test]
async fn every_address_answers_its_example_as_described() {
    let description = json_of(get("/api")).await;
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 15);
    for (path, ways) in paths {
        let mut address = path.clone();
        let mut query = Vec::new();
        let (way, how) = ways.as_object().unwrap().iter().next().unwrap();
        for parameter in how["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let Some(example) = parameter.get("example") else {
                assert_eq!(parameter["required"], false, "{path}: {name}");
                continue;
            };
            let example = example
                .as_str()
                .map_or_else(|| example.to_string(), str::to_owned);
            match parameter["in"].as_str() {
                Some("path") => address = address.replace(&format!("{{{name}}}"), &example),
                _ => query.push(format!(
                    "{name}={}",
                    example.replace('#', "%23").replace(' ', "%20")
                )),
            }
        }
        let address = format!("{address}?{}", query.join("&"));
        let request = match way.as_str() {
            "get" => get(&address),
            _ => {
                let contents = how["requestBody"]["content"].as_object().unwrap();
                let (kind, content) = contents.iter().next().unwrap();
                let example = &content["example"];
                let body = example
                    .as_str()
                    .map_or_else(|| example.to_string(), str::to_owned);
                let request = Request::post(&address).header(header::CONTENT_TYPE, kind);
                request.body(body.into()).unwrap()
            }
        };
        let response = send(request).await;
        assert_eq!(response.status(), StatusCode::OK, "{address}");
        let answers = how["responses"]["200"]["content"].as_object().unwrap();
        let kind = response.headers()[header::CONTENT_TYPE]
            .to_str()
            .unwrap()
            .to_owned();
        let answer = answers
            .get(&kind)
            .unwrap_or_else(|| panic!("{address}: {kind}"));
        let body = bytes(response).await;
        let values: Vec<Value> = match kind.as_str() {
            "application/json" => vec![serde_json::from_slice(&body).unwrap()],
            "application/x-ndjson" => {
                let lines = std::str::from_utf8(&body).unwrap().lines();
                lines
                    .map(|line| serde_json::from_str(line).unwrap())
                    .collect()
            }
            _ => Vec::new(),
        };
        assert!(!body.is_empty());
        for value in values {
            let fit = fits(&value, &answer["schema"], &description);
            fit.unwrap_or_else(|why| panic!("{address}: {why}"));
        }
    }
}
