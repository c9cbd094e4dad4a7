#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/duration_text.h"
#include "base/utf8.h"
#include "sim/web/web_spec_toml.h"

namespace meguri {
namespace {

// As a basic string, in ASCII.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Step step = DecodeUtf8(text, at);
    const auto code_point = static_cast<std::uint32_t>(step.code_point);
    if (code_point == '"' || code_point == '\\') {
      out += '\\';
      out += static_cast<char>(code_point);
    } else if (code_point >= 0x20 && code_point < 0x7F) {
      out += static_cast<char>(code_point);
    } else {
      out += code_point > 0xFFFF ? fmt::format("\\U{:08X}", code_point)
                                 : fmt::format("\\u{:04X}", code_point);
    }
    at += step.length;
  }
  return out += '"';
}

std::string QuotedList(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  quoted.reserve(texts.size());
  for (const std::string& text : texts)
    quoted.push_back(Quoted(text));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

// TOML's integers end at 2⁶³.
std::string Number(std::uint64_t value) {
  const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return fits ? std::to_string(value) : fmt::format("\"{}\"", value);
}

class SpecWriter {
 public:
  void Line(std::string_view key, std::string_view value) {
    out_.append(key).append(" = ").append(value).append("\n");
  }
  void Header(std::string_view key) { out_.append("\n[[").append(key).append("]]\n"); }

  // What is as it comes by itself is not written.
  template <class Value, class Format>
  void Changed(std::string_view key, const Value& value, const Value& by_itself, Format format) {
    if (!(value == by_itself)) Line(key, format(value));
  }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

// The shortest digits that give the same number back.
std::string Real(double value) { return fmt::format("{}", value); }
std::string Truth(bool value) { return value ? "true" : "false"; }
std::string Time(std::chrono::microseconds value) {
  return fmt::format("\"{}\"", FormatDuration(value));
}

void WriteGenerated(const GeneratedSpec& spec, bool always, SpecWriter& writer) {
  const GeneratedSpec by_itself;
  if (always || spec.hosts != by_itself.hosts) writer.Line("hosts", Number(spec.hosts));
  if (always || spec.pages != by_itself.pages) writer.Line("pages", Number(spec.pages));
  writer.Changed("max-host-pages", spec.max_host_pages, by_itself.max_host_pages, Number);
  writer.Changed("host-names", spec.host_names, by_itself.host_names, QuotedList);
  writer.Changed("languages", spec.languages, by_itself.languages,
                 [](const std::vector<Language>& languages) {
                   std::vector<std::string> codes;
                   codes.reserve(languages.size());
                   for (const Language language : languages)
                     codes.emplace_back(LanguageCode(language));
                   return QuotedList(codes);
                 });
  writer.Changed("mean-bytes", spec.mean_bytes, by_itself.mean_bytes, Number);
  writer.Changed("dead-links", spec.dead_links, by_itself.dead_links, Real);
  writer.Changed("encoded-paths", spec.encoded_paths, by_itself.encoded_paths, Real);
  writer.Changed("https", spec.https, by_itself.https, Real);
}

void WriteSource(const SourceSpec& source, SpecWriter& writer) {
  static constexpr std::string_view kKinds[] = {"generated", "graph", "folder", "tar", "warc"};
  writer.Header("source");
  writer.Line("kind", Quoted(kKinds[static_cast<std::size_t>(source.kind)]));
  WriteGenerated(source.generated, source.kind == SourceSpec::Kind::kGenerated, writer);
  writer.Changed("path", source.path, {}, Quoted);
  writer.Changed("host", source.host, {}, Quoted);
}

void WriteChange(const ChangeRule& rule, SpecWriter& writer) {
  static constexpr std::string_view kKinds[] = {"never", "poisson", "rhythm", "bursts", "replay"};
  const ChangeRule by_itself;
  writer.Header("change");
  writer.Line("kind", Quoted(kKinds[static_cast<std::size_t>(rule.kind)]));
  writer.Changed("weight", rule.weight, by_itself.weight, Real);
  writer.Changed("every", rule.every, by_itself.every, Time);
  writer.Changed("jitter", rule.jitter, by_itself.jitter, Time);
  writer.Changed("workdays", rule.workdays, by_itself.workdays, Truth);
  writer.Changed("changes", rule.changes, by_itself.changes, Number);
  writer.Changed("within", rule.within, by_itself.within, Time);
  writer.Changed("path", rule.path, {}, Quoted);
  writer.Changed("trivial", rule.trivial, by_itself.trivial, Truth);
}

void WriteMove(const MoveRule& rule, SpecWriter& writer) {
  const MoveRule by_itself;
  writer.Header("move");
  writer.Changed("host", rule.host, by_itself.host, Quoted);
  writer.Changed("share", rule.share, by_itself.share, Real);
  writer.Changed("trees", rule.trees, by_itself.trees, Truth);
  writer.Line("after", Time(rule.after));
  writer.Changed("redirect", rule.redirect, by_itself.redirect, Truth);
}

}  // namespace

std::string FormatWebSpec(const WebSpec& spec) {
  const WebSpec by_itself;
  SpecWriter writer;
  writer.Line("seed", Number(spec.seed));
  const bool whole_second =
      spec.start.time_since_epoch() % std::chrono::seconds(1) == std::chrono::microseconds(0);
  writer.Line("start",
              FormatIso8601(spec.start, whole_second ? Fraction::kNone : Fraction::kMicros));
  writer.Changed("ips", spec.ips, by_itself.ips, Number);
  writer.Changed("http-port", spec.ports.http, by_itself.ports.http, Number);
  writer.Changed("https-port", spec.ports.https, by_itself.ports.https, Number);
  for (const SourceSpec& source : spec.sources)
    WriteSource(source, writer);
  for (const ChangeRule& rule : spec.changes)
    WriteChange(rule, writer);
  for (const MoveRule& rule : spec.moves)
    WriteMove(rule, writer);
  for (const MisbehaviourRule& rule : spec.misbehaviours) {
    writer.Header("misbehaviour");
    writer.Line("kind", Quoted(MisbehaviourName(rule.kind)));
    writer.Changed("host", rule.host, {}, Quoted);
  }
  return writer.Take();
}

}  // namespace meguri
