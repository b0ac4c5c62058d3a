// SPDX-License-Identifier: Apache-2.0
#include "line_socket.h"

#include <poll.h>
#include <sys/socket.h>

std::string LineSocket::receive() {
  for (;;) {
    const size_t end = received_.find('\n');
    if (end != std::string::npos) {
      const std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    char text[1024];
    const ssize_t count = recv(descriptor_, text, sizeof text, 0);
    if (count <= 0) return "";
    received_.append(text, static_cast<size_t>(count));
  }
}

void LineSocket::send(const std::string &line) {
  const std::string text = line + "\n";
  ::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL);
}

bool LineSocket::has_come() const {
  pollfd one = {descriptor_, POLLIN, 0};
  // What was sent behind the last command may have been received with it.
  return !received_.empty() || poll(&one, 1, 0) > 0;
}
