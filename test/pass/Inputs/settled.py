"""How many of the sites that the analyzer could not decide a run has seen.

settled.py SITES EVIDENCE
"""

import json
import pathlib
import sys

sites = json.loads(pathlib.Path(sys.argv[1]).read_text())["sites"]
seen = [json.loads(line) for line in pathlib.Path(sys.argv[2]).read_text().splitlines()]
places = {(one["path"], one["line"], one["column"]) for one in seen}
open_still = [site for site in sites if (site["path"], site["line"], site["column"]) not in places]
for site in open_still:
    print(f"{site['line']}:{site['column']}: {site['operation']} in {site['function']} is not settled")
print(f"{len(sites) - len(open_still)} of {len(sites)} sites settled")
