#include "moved/likeness/gone_notice.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace meguri::moved {
namespace {

constexpr std::size_t kMostText = 500;  // bytes: an article about lost pages is longer

// Lower case, as far as ASCII has it.
constexpr std::array<std::string_view, 26> kNotices = {"404 error",
                                                       "404 not found",
                                                       "error 404",
                                                       "file not found",
                                                       "page not found",
                                                       "page cannot be found",
                                                       "page can't be found",
                                                       "page could not be found",
                                                       "page was not found",
                                                       "page does not exist",
                                                       "page doesn't exist",
                                                       "page has been deleted",
                                                       "page has been removed",
                                                       "page has moved",
                                                       "page no longer exists",
                                                       "page is gone",
                                                       "no longer available",
                                                       "seite nicht gefunden",
                                                       "nicht mehr verf\u00fcgbar",
                                                       "page introuvable",
                                                       "page non trouv\u00e9e",
                                                       "p\u00e1gina no encontrada",
                                                       "pagina non trovata",
                                                       "p\u00e1gina n\u00e3o encontrada",
                                                       "\u898b\u3064\u304b\u308a\u307e\u305b\u3093",
                                                       "\u9875\u9762\u4e0d\u5b58\u5728"};

bool IsNotice(std::string_view text) {
  const std::string lowered = AsciiLowered(text);
  return lowered == "404" || std::ranges::any_of(kNotices, [&](std::string_view notice) {
           return lowered.find(notice) != std::string::npos;
         });
}

}  // namespace

bool SaysItIsGone(const SitePage& page) {
  if (page.text.size() > kMostText) return false;
  return IsNotice(page.title) || IsNotice(page.text) ||
         std::ranges::any_of(page.headings, [](const std::string& h) { return IsNotice(h); });
}

}  // namespace meguri::moved
