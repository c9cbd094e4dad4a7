// Authors as feeds name them: "Jane Doe (jane@example.com)", "jane@example.com (Jane Doe)".
#pragma once

#include <string_view>

#include "robots/feed/feed.h"

namespace meguri::robots {

// Name and e-mail address out of one line. Linear.
FeedPerson SplitAuthor(std::string_view author);

// The other way round: "name (email)", or what there is of it.
std::string AuthorLine(const FeedPerson& person);

}  // namespace meguri::robots
