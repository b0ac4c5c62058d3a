// SPDX-License-Identifier: Apache-2.0
#include "soc_copy.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Answer {
  bool done;
  uint32_t data;
};

// Whether the whole of it came, or went.
template <typename T>
bool receive(int connection, T *message) {
  return recv(connection, message, sizeof *message, MSG_WAITALL) == sizeof *message;
}

template <typename T>
bool send(int connection, const T &message) {
  return ::send(connection, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

}  // namespace

bool SocCopy::begin(const Perform &perform) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    Access access;
    while (receive(ends[1], &access)) {
      const auto data = perform(access);
      if (!send(ends[1], Answer{data.has_value(), data.value_or(0)}) || !data) break;
    }
    _exit(0);  // What is buffered here belongs to the original.
  }
  close(ends[1]);
  connection_ = ends[0];
  if (process_ < 0) end();
  return process_ > 0;
}

std::optional<uint32_t> SocCopy::access(const Access &access, const Perform &perform) {
  if (process_ == 0 && !begin(perform)) return std::nullopt;
  Answer answer;
  if (send(connection_, access) && receive(connection_, &answer) && answer.done) return answer.data;
  end();  // It ended in a trap.
  return std::nullopt;
}

void SocCopy::end() {
  if (connection_ >= 0) close(connection_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
  connection_ = -1;
  process_ = 0;
}
