// Pages that really moved, with where they went: cases.json of a folder of snapshots.
//
//   {"snapshots": [{"snap": "hiveA", "site": "hive", "hosts": ["hive.apache.org"], …}],
//    "cases": [{"id": "hiveA-01", "snap": "hiveA", "root_old": "/", "root_new": "/",
//               "old": "/docs/a_1/", "new": ["/docs/a/"], …}]}
//
// What is not named here is not looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/result.h"

namespace meguri {

// A site before and after: SNAP.old.* and SNAP.new.* are its files.
struct MovedSnap {
  std::string name;                // [A-Za-z0-9_.-]+: it names files
  std::string site;                // moves of the same site may teach something
  std::vector<std::string> hosts;  // lower case; URLs are written with the first one
};

struct MovedCase {
  std::string id;
  std::size_t snap = 0;  // in MovedCases::snaps
  std::string root_old = "/";
  std::string root_new = "/";
  std::string old_path;                // dead after the move
  std::vector<std::string> new_paths;  // any of them is right
};

struct MovedCases {
  std::vector<MovedSnap> snaps;
  std::vector<MovedCase> cases;  // in the order of the file
};

// Of `folder`/cases.json. Fails with kCorrupt, "FILE: case hiveA-01: what", if something is missing
// or of another kind, or a case names a snapshot that isn't listed.
Result<MovedCases> ReadMovedCases(Files& files, const std::string& folder);

}  // namespace meguri
