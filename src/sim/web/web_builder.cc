#include "sim/web/web_builder.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "sim/generated/generated_pages.h"
#include "sim/sources/change_histories.h"
#include "sim/sources/graph_pages.h"
#include "sim/sources/snapshot_pages.h"
#include "sim/sources/snapshot_store.h"
#include "sim/sources/warc_pages.h"
#include "sim/web/bad_hosts.h"

namespace meguri {
namespace {

Result<ChangeHistories> ReadHistories(const std::vector<ChangeRule>& rules, Files& files) {
  ChangeHistories histories;
  for (const ChangeRule& rule : rules) {
    if (rule.kind != ChangeRule::Kind::kReplay || histories.contains(rule.path)) continue;
    MEGURI_TRY(histories[rule.path], ReadChangeHistories(files, rule.path));
  }
  return histories;
}

class Builder {
 public:
  Builder(const WebSpec& spec, Files& files) : spec_(spec), files_(files) {}

  Status ReadFiles() {
    MEGURI_TRY(histories_, ReadHistories(spec_.changes, files_));
    return {};
  }

  Result<std::unique_ptr<PageSource>> Make(const SourceSpec& source) {
    switch (source.kind) {
      case SourceSpec::Kind::kGenerated:
        return MakeGenerated(source.generated);
      case SourceSpec::Kind::kGraph:
        return GraphPages::Create(files_, source.path, spec_.ports, spec_.start);
      case SourceSpec::Kind::kFolder: {
        MEGURI_TRY(auto folder, OpenSnapshotFolder(source.path));
        return SnapshotPages::Create(std::move(folder), source.host, spec_.ports);
      }
      case SourceSpec::Kind::kTar: {
        MEGURI_TRY(auto tar, ReadSnapshotTar(files_, source.path));
        return SnapshotPages::Create(std::move(tar), source.host, spec_.ports);
      }
      case SourceSpec::Kind::kWarc:
        return WarcPages::Create(files_, source.path, spec_.ports);
    }
    return Fail(ErrorCode::kInvalidArgument, "a source of no kind");
  }

 private:
  Result<std::unique_ptr<PageSource>> MakeGenerated(const GeneratedSpec& generated) {
    const std::uint64_t place = generated_++;
    const std::uint64_t seed =
        place == 0 ? spec_.seed : Random(spec_.seed).Split("sources").Split(place).Next();
    return GeneratedPages::Create({.spec = generated,
                                   .seed = seed,
                                   .ports = spec_.ports,
                                   .start = spec_.start,
                                   .changes = spec_.changes,
                                   .moves = spec_.moves,
                                   .histories = histories_});
  }

  const WebSpec& spec_;
  Files& files_;
  ChangeHistories histories_;
  std::uint64_t generated_ = 0;
};

}  // namespace

Result<VirtualWeb> BuildWeb(const WebSpec& spec, Files& files) {
  Builder builder(spec, files);
  MEGURI_CHECK_STATUS(builder.ReadFiles());
  std::vector<SourceSpec> specs = spec.sources;
  if (specs.empty()) specs.emplace_back();
  std::vector<VirtualWeb::Source> sources;
  for (const SourceSpec& source : specs) {
    MEGURI_TRY(std::unique_ptr<PageSource> pages, builder.Make(source));
    sources.push_back({.pages = std::move(pages)});
  }
  if (!spec.misbehaviours.empty()) {
    MEGURI_TRY(std::unique_ptr<PageSource> pages,
               BadHosts::Create(spec.misbehaviours, spec.seed, spec.ports, spec.start));
    VirtualWeb::Source bad{.pages = std::move(pages), .misbehaviours = {Misbehaviour::kNone}};
    for (const MisbehaviourRule& rule : spec.misbehaviours)
      bad.misbehaviours.push_back(rule.kind);
    sources.push_back(std::move(bad));
  }
  return VirtualWeb::Create({.seed = spec.seed, .servers = spec.ips}, spec.ports, spec.start,
                            std::move(sources));
}

}  // namespace meguri
