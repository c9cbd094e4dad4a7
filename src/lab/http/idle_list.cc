#include "lab/http/idle_list.h"

#include "lab/http/connection.h"

namespace meguri::lab {

void IdleList::Touch(Connection& connection, TimePoint now) {
  connection.idle_since_ = now;
  if (last_ == &connection) return;
  Remove(connection);
  connection.idle_before_ = last_;
  (last_ == nullptr ? first_ : last_->idle_after_) = &connection;
  last_ = &connection;
}

void IdleList::Remove(Connection& connection) {
  Connection* const before = connection.idle_before_;
  Connection* const after = connection.idle_after_;
  if (before == nullptr && first_ != &connection) return;  // not in it
  (before == nullptr ? first_ : before->idle_after_) = after;
  (after == nullptr ? last_ : after->idle_before_) = before;
  connection.idle_before_ = connection.idle_after_ = nullptr;
}

TimePoint IdleList::since(const Connection& connection) { return connection.idle_since_; }
Connection* IdleList::after(const Connection& connection) { return connection.idle_after_; }

}  // namespace meguri::lab
