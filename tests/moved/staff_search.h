// A site on which a page is looked for, "Staff of the institute", that was at /people.html.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "moved/moved_search.h"
#include "tests/moved/fake_site.h"

namespace meguri::moved {

// Words that no other page has; 61 differ at the most.
inline std::string Prose(std::string_view topic, int words = 60) {
  std::string text;
  for (int i = 0; i < words; ++i)
    text += std::string(topic) + std::to_string(i * 7 % 61) + " ";
  return text;
}

inline OldPage Staff(std::string_view path = "/people.html") {
  return {.url = Fake(path), .title = "Staff of the institute", .text = Prose("staff")};
}

class StaffSearchTest : public testing::Test {
 protected:
  SearchResult Find(const OldPage& old) { return FindMoved(old, site_, {.budget = site_.budget}); }
  SearchResult Find(const OldPage& old, int budget) {
    site_.budget = budget;
    return Find(old);
  }
  // The page as it was, at a URL of any host.
  void PutStaff(const std::string& url) {
    site_.pages[url] = {.answer = SiteAnswer::kPage, .status = 200, .title = Staff().title};
    site_.pages[url].text = Staff().text;
  }

  FakeSite site_;
};

}  // namespace meguri::moved
