// Can names be looked up, with the resolver that a crawl uses?
//
// Each name server is asked for the same name, all at the same time, so that one that is dead
// shows: a crawl that has to ask a second one after it waits for seconds, name after name. c-ares
// asks again once; whatever has not come within the limit is given up.
#pragma once

#include <string>
#include <vector>

#include "app/doctor/findings.h"
#include "app/doctor/time_limit.h"
#include "base/clock.h"
#include "base/result.h"
#include "fetch/address_rule.h"
#include "fetch/fetcher.h"

namespace meguri::app {

struct NameQuestion {
  std::string host;      // ASCII, lower case; no address
  std::string resolver;  // "192.0.2.1:53"; "": all of the machine's
};

struct NameAnswer {
  std::string server;
  ResolveResult result;
  Duration took{0};
};

// An answer for each server, eight at most. Takes `limit` at the longest. Fails if c-ares can't be
// started, or `resolver` is no address.
Result<std::vector<NameAnswer>> AskNameServers(const NameQuestion& question, const Clock& clock,
                                               Duration limit = kStepLimit);

// `rule`: who a crawl may connect to, if it has a contact.
Finding JudgeNames(const Result<std::vector<NameAnswer>>& answers, const NameQuestion& question,
                   const AddressRule& rule);

}  // namespace meguri::app
