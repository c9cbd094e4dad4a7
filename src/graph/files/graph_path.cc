#include "graph/files/graph_path.h"

namespace meguri {
namespace {

struct Ending {
  std::string_view text;
  std::optional<GraphForm> form;  // none: it goes with all
};

constexpr auto kEndings = std::to_array<Ending>({{".graph", GraphForm::kBvGraph},
                                                 {".properties", GraphForm::kBvGraph},
                                                 {".offsets", GraphForm::kBvGraph},
                                                 {".adj", GraphForm::kAdjacency},
                                                 {".arcs", GraphForm::kArcs},
                                                 {".txt", GraphForm::kArcs},
                                                 {".mgraph", GraphForm::kBinary},
                                                 {".urls", std::nullopt}});

}  // namespace

GraphPath SplitGraphPath(std::string_view path) {
  std::string_view stem = path;
  std::string_view packing;
  for (const std::string_view ending : kPackings) {
    if (!ending.empty() && path.ends_with(ending)) packing = ending;
  }
  stem.remove_suffix(packing.size());
  for (const Ending& ending : kEndings) {
    if (!stem.ends_with(ending.text)) continue;
    return {std::string(stem.substr(0, stem.size() - ending.text.size())), ending.form, ending.text,
            packing};
  }
  return {std::string(path), std::nullopt, {}, {}};
}

std::string_view EndingOf(GraphForm form) {
  for (const Ending& ending : kEndings) {
    if (ending.form == form) return ending.text;
  }
  return {};
}

}  // namespace meguri
