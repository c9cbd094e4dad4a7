#include "tests/report/sample_charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace meguri::report {
namespace {

constexpr std::array<const char*, 9> kStrategies = {"Incremental PageRank",
                                                    "omniscient",
                                                    "OPIC",
                                                    "back-link count",
                                                    "larger sites first",
                                                    "batch PageRank, every 10,000 pages",
                                                    "breadth-first",
                                                    "random",
                                                    "depth-first"};

// From 0 to 1, the same on every machine.
double Noise(std::uint64_t seed) {
  seed = (seed + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9;
  seed = (seed ^ (seed >> 29U)) * 0x94D049BB133111EB;
  return static_cast<double>((seed ^ (seed >> 32U)) >> 11U) / 9007199254740992.0;
}

std::string NameOf(int series) {
  const auto i = static_cast<std::size_t>(series);
  return i < kStrategies.size() ? kStrategies[i] : "strategy " + std::to_string(series + 1);
}

}  // namespace

Chart CurvesChart(int series, int points) {
  Chart chart;
  chart.id = "coverage-" + std::to_string(series) + "x" + std::to_string(points);
  chart.title = "Share of the PageRank that is crawled";
  chart.note = "cnr-2000, mean of 5 runs with other seeds; the band is the standard deviation.";
  chart.x = {.label = "pages crawled"};
  chart.y = {.label = "PageRank crawled", .min = 0, .max = 100, .unit = "%"};
  for (int s = 0; s < series; ++s) {
    Series line;
    line.name = NameOf(s);
    const double bend = 0.16 + 0.1 * s;
    for (int i = 0; i < points; ++i) {
      const double part = static_cast<double>(i) / (points - 1);
      const double y = 100 * std::pow(part, bend) * (1 - 0.02 * s * part * (1 - part));
      const double wobble = std::sin(part * (9 + s)) * 0.8 * part * (1 - part) * 4;
      const double deviation = (0.4 + 0.35 * (s % 5)) * 6 * part * (1 - part);
      line.x.push_back(std::round(325'557 * part));
      line.y.push_back(std::clamp(y + wobble, 0.0, 100.0));
      line.low.push_back(std::max(0.0, line.y.back() - deviation));
      line.high.push_back(std::min(100.0, line.y.back() + deviation));
    }
    chart.series.push_back(std::move(line));
  }
  return chart;
}

Chart SpeedChart() {
  Chart chart;
  chart.id = "speed";
  chart.title = "Pages a second of CPU";
  chart.note = "One core, the lab on loopback; whiskers: the fastest and slowest of 5 runs.";
  chart.kind = Chart::Kind::kBars;
  chart.y = {.label = "speed", .unit = "pages/s"};
  const std::array<std::pair<const char*, double>, 5> crawlers = {
      {{"Meguri", 1900}, {"wget2", 1240}, {"Heritrix", 310}, {"Nutch", 95.5}, {"Scrapy", 71.25}}};
  for (const auto& [name, speed] : crawlers) {
    chart.series.push_back(
        {.name = name, .x = {0}, .y = {speed}, .low = {speed * 0.94}, .high = {speed * 1.05}});
  }
  return chart;
}

Chart ConcentrationChart() {
  Chart chart;
  chart.id = "concentration";
  chart.title = "How few hosts hold how many pages";
  chart.note = "Hosts in the order of their size; both axes are logarithmic.";
  chart.x = {.label = "rank of the host", .log = true};
  chart.y = {.label = "pages of the host", .log = true};
  for (int s = 0; s < 3; ++s) {
    Series line;
    line.name = std::array{"known", "queued", "crawled"}.at(static_cast<std::size_t>(s));
    for (int rank = 1; rank <= 20'000; ++rank) {
      const double noise = std::exp((Noise(static_cast<std::uint64_t>(rank * 3 + s)) - 0.5) * 0.5);
      line.x.push_back(rank);
      line.y.push_back(std::floor(2e6 / std::pow(4.0, s) / std::pow(rank, 1.1 - 0.1 * s) * noise));
    }
    chart.series.push_back(std::move(line));
  }
  return chart;
}

Chart ScatterChart(int points) {
  Chart chart;
  chart.id = "scores";
  chart.title = "Approximate against exact PageRank";
  chart.note = "A dot for each page of a sample, by the moment at which it was crawled.";
  chart.kind = Chart::Kind::kScatter;
  chart.x = {.label = "exact PageRank", .log = true};
  chart.y = {.label = "score when crawled", .log = true};
  for (int s = 0; s < 3; ++s) {
    Series dots;
    dots.name = std::array{"first 1%", "first 10%", "rest"}.at(static_cast<std::size_t>(s));
    for (int i = 0; i < points; ++i) {
      const auto seed = static_cast<std::uint64_t>(i * 7 + s);
      const double exact = std::pow(10, -6 + 1.2 * (2 - s) + 1.5 * Noise(seed));
      const double spread = 0.15 + 0.25 * s;
      dots.x.push_back(exact);
      dots.y.push_back(exact * std::pow(10, (Noise(seed + 1'000'003) - 0.6) * 2 * spread));
    }
    chart.series.push_back(std::move(dots));
  }
  return chart;
}

Chart BarGroupsChart() {
  Chart chart;
  chart.id = "delays";
  chart.title = "Requests by the interval that was kept";
  chart.kind = Chart::Kind::kBars;
  chart.x = {.label = "interval", .unit = "s"};
  chart.y = {.label = "requests"};
  for (int s = 0; s < 3; ++s) {
    Series bars;
    bars.name =
        std::array{"small hosts", "medium hosts", "large hosts"}.at(static_cast<std::size_t>(s));
    for (int i = 0; i < 8; ++i) {
      bars.x.push_back(std::pow(2, i));
      bars.y.push_back(std::round(12'000 * std::exp(-std::pow((i - 2.5 - s) / 1.6, 2))));
    }
    chart.series.push_back(std::move(bars));
  }
  return chart;
}

std::vector<Chart> AllSampleCharts() {
  return {CurvesChart(9, 200),  CurvesChart(20, 5000), SpeedChart(),
          ConcentrationChart(), ScatterChart(1500),    BarGroupsChart()};
}

Report EdgeReport() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kMax = std::numeric_limits<double>::max();
  const std::vector<std::pair<const char*, std::vector<Series>>> cases = {
      {"nothing", {}},
      {"no-points", {{.name = "a"}, {.name = "b"}}},
      {"one-point", {{.name = "a", .x = {5}, .y = {7}}}},
      {"no-numbers", {{.name = "a", .x = {1, kNan, 3}, .y = {kNan, 2, kInfinity}}}},
      {"constant", {{.name = "a", .x = {1, 2, 3}, .y = {4, 4, 4}}}},
      {"zero", {{.name = "a", .x = {0, 0, 0}, .y = {0, 0, 0}}}},
      {"negative", {{.name = "a", .x = {-3, -2, -1}, .y = {-30, -4, -500}}}},
      {"largest", {{.name = "a", .x = {-kMax, 0, kMax}, .y = {-kMax, 5e-324, kMax}}}},
      {"large-and-near", {{.name = "a", .x = {1e15, 1e15 + 1}, .y = {1e9, 1e9 + 1}}}},
      {"tiny", {{.name = "a", .x = {1e-9, 2e-9, 3e-9}, .y = {1e-12, 5e-12, 2e-12}}}},
      {"gaps",
       {{.name = "a",
         .x = {1, 2, 3, 4, 5},
         .y = {1, kNan, 3, 4, kNan},
         .low = {0, 1, -2, 3, 4},
         .high = {2, 3, kNan, 5, 6}},
        {.name = "b", .x = {1.5, 2.5, 9}, .y = {2, 2.5, -1}}}},
      {"unsorted", {{.name = "a", .x = {5, 1, kNan, 3, 1}, .y = {1, 2, 3, 4, 5}}}},
      {"names",
       {{.name = "", .x = {1, 2}, .y = {1, 2}},
        {.name = std::string(300, 'W'), .x = {1, 2}, .y = {2, 3}},
        {.name = "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 巡り 👩‍🚀",
         .x = {1, 2},
         .y = {3, 1}}}},
  };
  Report report{.title = "Edges"};
  for (const auto kind : {Chart::Kind::kLine, Chart::Kind::kScatter, Chart::Kind::kBars}) {
    for (const bool log : {false, true}) {
      Section section;
      for (const auto& [name, series] : cases) {
        Chart chart;
        chart.id =
            std::string(name) + "-" + std::to_string(static_cast<int>(kind)) + (log ? "-log" : "");
        chart.title = chart.id;
        chart.x.log = log;
        chart.y.log = log;
        chart.kind = kind;
        chart.series = series;
        section.charts.push_back(std::move(chart));
      }
      section.tables = {{}, {.columns = {"a"}}, {.columns = {"a", "b"}, .rows = {{}, {"x"}}}};
      report.sections.push_back(std::move(section));
    }
  }
  return report;
}

Report SampleReport() {
  Report report;
  report.title = "Which page next?";
  report.subtitle = "Nine strategies on a web of 325,557 pages: how soon each crawls what matters";
  report.facts = {{"graph", "cnr-2000: 325,557 pages, 3,216,152 links"},
                  {"seeds", "5 runs, 10 pages each"},
                  {"strategies", "9"},
                  {"command", "meguri simulate order --graph cnr-2000 --runs 5 --html report.html"},
                  {"version", "Meguri 0.1.0"},
                  {"</script><script>alert('facts')</script>", "<b>\"quoted\"</b> & \xFF"}};
  std::vector<Chart> charts = AllSampleCharts();
  Section coverage;
  coverage.heading = "Coverage";
  coverage.paragraphs = {
      "A crawl never ends; what counts is what it has when it is stopped. Each curve shows how "
      "much of "
      "the web's PageRank a strategy has crawled after so many pages: the higher and the sooner, "
      "the "
      "better.",
      "The omniscient strategy knows the whole graph in advance and is what none can reach."};
  Chart loss = CurvesChart(4, 200);
  loss.id = "criterion-b";
  loss.title = "What is still missing";
  loss.note.clear();
  loss.x.log = true;
  loss.y = {.label = "PageRank missing", .log = true, .unit = "%"};
  for (Series& series : loss.series) {
    series.low.clear();
    series.high.clear();
    for (double& y : series.y)
      y = 100 - y;
  }
  coverage.charts = {std::move(charts[0]), std::move(loss)};
  Table table;
  table.caption = "Pages until a share of the PageRank is crawled";
  table.columns = {"strategy", "50%", "80%", "90%", "mean ± deviation", "seconds", "note"};
  for (int s = 0; s < 9; ++s) {
    const double bend = 0.16 + 0.1 * s;
    const auto pages = [&](double share) {
      const std::string digits =
          std::to_string(static_cast<int>(325'557 * std::pow(share, 1 / bend)));
      return digits.size() > 3
                 ? digits.substr(0, digits.size() - 3) + "," + digits.substr(digits.size() - 3)
                 : digits;
    };
    table.rows.push_back({NameOf(s), pages(0.5), pages(0.8), pages(0.9),
                          std::to_string(80 - 5 * s) + ".2 ± 0." + std::to_string(s + 1),
                          s == 8 ? "–" : std::to_string(s * s % 11) + ".5",
                          s == 1 ? "knows all" : ""});
  }
  coverage.tables = {std::move(table)};
  Section speed;
  speed.heading = "Speed";
  speed.charts = {std::move(charts[2]), std::move(charts[5])};
  Section shape;
  shape.heading = "The shape of the web";
  shape.paragraphs = {"A few hosts hold most of the pages, and a few pages most of the PageRank."};
  shape.charts = {std::move(charts[3]), std::move(charts[4])};
  Section large;
  large.heading = "Twenty series of 5,000 points <script>alert('heading')</script>";
  large.charts = {std::move(charts[1])};
  large.charts[0].series[3].name = "</script><img src=x onerror=alert(1)> \"'& \xFF";
  report.sections = {std::move(coverage), std::move(speed), std::move(shape), std::move(large)};
  return report;
}

}  // namespace meguri::report
