// A real site before and after some of its pages moved, served under one address: first as it was,
// then as it is.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "sim/sources/snapshot_pages.h"
#include "sim/sources/snapshot_store.h"
#include "tests/lab/served_web.h"
#include "tests/support/shared_data.h"

namespace meguri::app {

inline constexpr std::string_view kMovedHost = "site.test";

// Both snapshots, and which of them is served.
class BeforeAndAfter final : public PageSource {
 public:
  BeforeAndAfter(std::unique_ptr<PageSource> before, std::unique_ptr<PageSource> after,
                 const std::atomic<bool>& has_moved)
      : before_(std::move(before)), after_(std::move(after)), has_moved_(has_moved) {}

  std::uint32_t host_count() const override { return 1; }
  std::string HostName(std::uint32_t host) const override { return now().HostName(host); }
  void Answer(std::uint32_t host, const WebRequest& request, WallTime time,
              WebAnswer& answer) const override {
    now().Answer(host, request, time, answer);
  }
  std::uint64_t PageCount(std::uint32_t host, WallTime time) const override {
    return now().PageCount(host, time);
  }
  void ForEachPage(std::uint32_t host, WallTime time,
                   const std::function<void(std::string_view url)>& visit) const override {
    now().ForEachPage(host, time, visit);
  }
  std::string SeedUrl() const override { return now().SeedUrl(); }

 private:
  const PageSource& now() const { return has_moved_ ? *after_ : *before_; }

  std::unique_ptr<PageSource> before_;
  std::unique_ptr<PageSource> after_;
  const std::atomic<bool>& has_moved_;
};

// A site whose pages call it by its own name: such links would lead out of the lab, so they are
// made relative to it.
class OwnNameStore final : public SnapshotStore {
 public:
  OwnNameStore(std::unique_ptr<SnapshotStore> files, std::vector<std::string> names)
      : files_(std::move(files)), names_(std::move(names)) {}

  std::optional<SnapshotFile> Read(std::string_view path) const override {
    auto file = files_->Read(path);
    for (const std::string& name : names_) {
      for (std::size_t at = 0; file && (at = file->bytes.find(name, at)) != std::string::npos;)
        file->bytes.replace(at, name.size(), "/");
    }
    return file;
  }
  bool IsFolder(std::string_view path) const override { return files_->IsFolder(path); }
  Status ForEachFile(const std::function<void(std::string_view path)>& visit) const override {
    return files_->ForEachFile(visit);
  }

 private:
  std::unique_ptr<SnapshotStore> files_;
  std::vector<std::string> names_;  // "https://hive.apache.org/"
};

class MovedSite {
 public:
  // `snap`: of ../shared/moved, "hiveA"; `hosts`: the site's own, as its pages name them.
  MovedSite(const std::string& snap, const std::vector<std::string>& hosts) {
    lab_ = std::make_unique<testing_lab::ServedWeb>([&](const WebPorts& ports) {
      std::vector<VirtualWeb::Source> sources;
      sources.emplace_back().pages = std::make_unique<BeforeAndAfter>(
          Pages(snap + ".old", hosts, ports), Pages(snap + ".new", hosts, ports), has_moved_);
      ServerSpec servers;
      servers.several_addresses = 0;
      servers.v6 = 0;
      auto web = VirtualWeb::Create(servers, ports, ManualClock::kDefaultStart, std::move(sources));
      EXPECT_TRUE(web) << ToString(web.error());
      return *std::move(web);
    });
    old_files_ = Open(snap + ".old", hosts);
  }

  void Move() { has_moved_ = true; }
  testing_lab::ServedWeb& lab() { return *lab_; }
  std::string Url(std::string_view target) const { return lab_->UrlOf(kMovedHost, target); }
  // A page as it was.
  std::string OldHtml(std::string_view target) const {
    std::string path(target.substr(1));
    if (path.empty() || path.ends_with('/')) path += "index.html";
    const auto file = old_files_->Read(path);
    EXPECT_TRUE(file) << path;
    return file ? file->bytes : "";
  }

 private:
  static std::unique_ptr<SnapshotStore> Open(const std::string& name,
                                             const std::vector<std::string>& hosts) {
    RealFiles files;
    const auto path = testing_support::SharedPath("moved/" + name + ".html.tar.zst");
    auto store = ReadSnapshotTar(files, path.value_or(name));
    EXPECT_TRUE(store) << ToString(store.error());
    std::vector<std::string> names;
    for (const std::string& host : hosts) {
      for (const char* scheme : {"http", "https"})
        names.push_back(fmt::format("{}://{}/", scheme, host));
    }
    return std::make_unique<OwnNameStore>(*std::move(store), std::move(names));
  }
  static std::unique_ptr<PageSource> Pages(const std::string& name,
                                           const std::vector<std::string>& hosts,
                                           const WebPorts& ports) {
    auto pages = SnapshotPages::Create(Open(name, hosts), std::string(kMovedHost), ports);
    EXPECT_TRUE(pages) << ToString(pages.error());
    return *std::move(pages);
  }

  std::atomic<bool> has_moved_{false};
  std::unique_ptr<testing_lab::ServedWeb> lab_;
  std::unique_ptr<SnapshotStore> old_files_;
};

}  // namespace meguri::app
