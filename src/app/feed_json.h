// A feed as JSON, in the names of feedparser's result object.
#pragma once

#include "app/json_lines.h"
#include "robots/feed/feed.h"

namespace meguri::app {

// {"version", the feed's fields, "entries": […]}. Fields that are not there are left out, but for
// "version", "links", "entries". Dates as written, and in *_parsed as feedparser has them:
// [year, month, day, hour, minute, second, weekday from Monday, day of the year, 0] in UTC.
// "guid" says the same as "id", "url" as "href": feedparser knows them by both names.
Answer FeedAsJson(const robots::Feed& feed);

}  // namespace meguri::app
