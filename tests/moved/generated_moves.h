// Made-up sites on which one page has moved or was deleted, for the calibration of scores.
//
// A site has sections of pages; each page has a title, a heading, boilerplate that all share and
// sentences of its own. On some sites pages are stamped out of one template and differ in a few
// sentences only. After the move the page may have another directory, another name, another
// title, and up to nine sentences in ten written anew; some pages are deleted instead, some have
// a twin. All of it is a function of the seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"
#include "moved/moved_search.h"
#include "tests/moved/fake_site.h"

namespace meguri::moved {

class GeneratedMove {
 public:
  explicit GeneratedMove(std::uint64_t seed) : random_(seed) { Build(); }

  FakeSite site;
  OldPage old;
  std::string truth;                // "" if it was deleted
  std::vector<std::string> before;  // URLs that were there before

 private:
  static constexpr std::size_t kSentenceWords = 8;

  struct Page {
    std::string section;
    std::string name;
    std::string title;
    std::vector<std::string> sentences;
  };

  std::string Word() {
    static constexpr std::string_view kSyllables = "kaleminotarusivopedugibazonefy";
    std::string word;
    for (std::uint64_t i = 0, count = 2 + random_.Uniform(2); i < count; ++i)
      word += kSyllables.substr(2 * random_.Uniform(kSyllables.size() / 2), 2);
    return word;
  }
  std::string Words(std::size_t count, std::string_view between = " ") {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text.append(i == 0 ? "" : between).append(Word());
    return text;
  }
  static std::string Slug(std::string title) {
    std::ranges::replace(title, ' ', '-');
    return title;
  }
  std::string Text(const Page& page) const {
    std::string text = boilerplate_;
    for (const std::string& sentence : page.sentences)
      text += "\n" + sentence;
    return text;
  }

  void Build() {
    site_name_ = Word();
    boilerplate_ = Words(random_.Uniform(60));
    is_stamped_ = random_.Chance(0.3);
    const std::vector<std::string> stamp = Sentences(12);
    std::vector<Page> pages;
    for (std::uint64_t s = 0, sections = 2 + random_.Uniform(3); s < sections; ++s) {
      const std::string section = Word();
      for (std::uint64_t i = 0, count = 3 + random_.Uniform(8); i < count; ++i)
        pages.push_back(MakePage(section, stamp, i));
    }
    for (const Page& page : pages)
      before.push_back(UrlOfPage(page));
    Move(pages);
    Publish(pages);
  }

  std::vector<std::string> Sentences(std::size_t count) {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < count; ++i)
      sentences.push_back(Words(kSentenceWords));
    return sentences;
  }

  Page MakePage(const std::string& section, const std::vector<std::string>& stamp,
                std::uint64_t number) {
    Page page{.section = section};
    if (is_stamped_) {
      page.title = "Model " + std::to_string(100 + number) + " " + section;
      page.sentences = stamp;
      for (std::uint64_t i = 0, own = 1 + random_.Uniform(3); i < own; ++i)
        page.sentences[random_.Uniform(stamp.size())] = Words(kSentenceWords);
    } else {
      page.title = Words(1 + random_.Uniform(3));
      page.sentences = Sentences(4 + random_.Uniform(16));
    }
    page.name = Slug(page.title);
    return page;
  }

  std::string UrlOfPage(const Page& page) const {
    return Fake("/" + page.section + "/" + page.name + "/");
  }

  void Move(std::vector<Page>& pages) {
    const std::size_t at = random_.Uniform(pages.size());
    const Page was = pages[at];
    old = {.url = UrlOfPage(was), .title = was.title + " - " + site_name_, .text = Text(was)};
    old.headings = {was.title};
    Rewrite(pages, at);
    if (random_.Chance(0.3)) {
      pages.erase(pages.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    Page& page = pages[at];
    const std::vector<double> levels = {0, 0, 0.1, 0.3, 0.5, 0.7, 0.9};
    RewriteText(page, levels[random_.Uniform(levels.size())]);
    const bool renamed = random_.Chance(0.4);
    if (random_.Chance(0.3)) page.title += " " + Word();
    if (random_.Chance(0.15)) page.title = Words(2);
    if (renamed) page.name = random_.Chance(0.5) ? Slug(page.title) + "-" + Word() : Word();
    if (!renamed || random_.Chance(0.5)) page.section = Word();
    truth = UrlOfPage(page);
    if (random_.Chance(0.1)) {
      Page twin = page;
      twin.section = Word();
      pages.push_back(twin);
    }
  }

  // Other pages change as well, and a few are new.
  void Rewrite(std::vector<Page>& pages, std::size_t but) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (i != but && random_.Chance(0.2)) RewriteText(pages[i], 0.3);
    }
    const std::vector<std::string> stamp = pages.front().sentences;
    const std::string section = pages[but].section;
    for (std::uint64_t i = 0, more = random_.Uniform(4); i < more; ++i)
      pages.push_back(MakePage(section, stamp, 50 + i));
  }
  void RewriteText(Page& page, double share) {
    for (std::string& sentence : page.sentences) {
      if (random_.Chance(share)) sentence = Words(kSentenceWords);
    }
  }

  void Publish(const std::vector<Page>& pages) {
    std::vector<std::pair<std::string, std::string>> sections;
    const bool names_links = random_.Chance(0.8);
    for (const Page& page : pages) {
      const std::string path = "/" + page.section + "/";
      const auto has = [&](const auto& section) { return section.first == path; };
      if (std::ranges::none_of(sections, has)) sections.emplace_back(path, page.section);
      SitePage& made = site.Put(path + page.name + "/", page.title + " - " + site_name_, Text(page),
                                {{path, page.section}, {"/", site_name_}});
      made.headings = {page.title};
    }
    for (const auto& [path, section] : sections) {
      std::vector<std::pair<std::string, std::string>> links = {{"/", site_name_}};
      for (const Page& page : pages) {
        if (page.section == section)
          links.emplace_back(path + page.name + "/", names_links ? page.title : "more");
      }
      site.Put(path, section + " - " + site_name_, boilerplate_ + "\n" + Words(20), links);
    }
    site.Put("/", site_name_, boilerplate_, sections);
  }

  Random random_;
  std::string site_name_;
  std::string boilerplate_;
  bool is_stamped_ = false;
};

}  // namespace meguri::moved
