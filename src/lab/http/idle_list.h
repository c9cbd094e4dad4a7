// Connections in the order in which they were last heard of, so that those idle for too long are
// at its front. The links are in the connections: nothing is allocated. One thread.
#pragma once

#include "base/clock.h"

namespace meguri::lab {

class Connection;

class IdleList {
 public:
  // To the end; adds one that is not in it.
  void Touch(Connection& connection, TimePoint now);
  void Remove(Connection& connection);

  // The one that is idle for longest; nullptr if there is none.
  Connection* front() const { return first_; }
  static TimePoint since(const Connection& connection);
  static Connection* after(const Connection& connection);

 private:
  Connection* first_ = nullptr;
  Connection* last_ = nullptr;
};

}  // namespace meguri::lab
