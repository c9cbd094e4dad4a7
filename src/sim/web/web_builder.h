// From the description of a web to the web: opens and reads its sources, and puts the hosts of all
// of them on servers.
//
// Cost: that of the sources: nothing to speak of for generated ones, the reading of the files for
// the others.
#pragma once

#include "base/files.h"
#include "base/result.h"
#include "sim/web/virtual_web.h"
#include "sim/web/web_spec.h"

namespace meguri {

// `files` must outlive the web: archives are read as they are asked for. Every generated source has
// a seed of its own, drawn from that of the spec and from its place among the sources; the first
// has the spec's itself. The misbehaving hosts come last (bad_hosts.h). Fails with the errors of
// the sources and of VirtualWeb::Create(); a host that two sources bring is one.
Result<VirtualWeb> BuildWeb(const WebSpec& spec, Files& files);

}  // namespace meguri
