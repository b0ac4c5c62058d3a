// SPDX-License-Identifier: Apache-2.0
#include "jtag.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

// Clock cycles of the SoC after each move: the JTAG clock is a quarter of the SoC's.
constexpr uint64_t kCyclesOfMove = 2;

// A core that runs looks so often for what is sent.
constexpr uint64_t kLookEvery = 256;

constexpr size_t kMost = 65536;

// Commands of the protocol; a digit from 0 to 7 has the pins in its bits.
constexpr char kRead = 'R', kQuit = 'Q', kFirstMove = '0', kLastMove = '7';
constexpr unsigned kTdi = 1, kTms = 2, kTck = 4;

// Milliseconds that a halted core waits for before it is looked whether a signal ends the run.
constexpr int kWait = 1000;

// Whether there is something to receive; a signal ends the wait.
bool is_ready(int socket, bool waits) {
  pollfd asked = {.fd = socket, .events = POLLIN, .revents = 0};
  return poll(&asked, 1, waits ? kWait : 0) > 0;
}

}  // namespace

Jtag::~Jtag() {
  disconnect();
  close(listener_);
}

void Jtag::move(JtagPins &pins, bool halted) {
  if (cycles_ > 0) {
    cycles_--;
    return;
  }
  while (true) {
    const bool waits = halted || !begun_;
    if (next_ == commands_.size() && !receive(waits)) {
      cycles_ = waits ? 0 : kLookEvery;
      return;
    }
    if (next_ < commands_.size() && obey(pins, commands_[next_++])) {
      cycles_ = kCyclesOfMove - 1;
      return;
    }
  }
}

// Returns whether the pins have moved. Resets by pins and a light are not there.
bool Jtag::obey(JtagPins &pins, char command) {
  if (command >= kFirstMove && command <= kLastMove) {
    const unsigned levels = static_cast<unsigned>(command - kFirstMove);
    pins.set_jtag((levels & kTck) != 0, (levels & kTms) != 0, (levels & kTdi) != 0);
    return true;
  }
  if (command == kRead) answers_ += pins.jtag_data() ? '1' : '0';
  if (command == kQuit) disconnect();
  return false;
}

// Sends the answers, and receives commands; returns whether there are some.
bool Jtag::receive(bool waits) {
  if (client_ < 0 && !accept_client(waits)) return false;
  if (!answers_.empty() && send(client_, answers_.data(), answers_.size(), MSG_NOSIGNAL) < 0) {
    disconnect();
    return false;
  }
  answers_.clear();
  if (!is_ready(client_, waits)) return false;
  commands_.resize(kMost);
  const ssize_t length = recv(client_, commands_.data(), commands_.size(), 0);
  if (length <= 0) {
    disconnect();
    return false;
  }
  commands_.resize(static_cast<size_t>(length));
  next_ = 0;
  return true;
}

bool Jtag::accept_client(bool waits) {
  if (!is_ready(listener_, waits)) return false;
  client_ = accept(listener_, nullptr, nullptr);
  if (client_ < 0) return false;
  begun_ = true;
  const int at_once = 1;
  setsockopt(client_, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
  return true;
}

void Jtag::disconnect() {
  if (client_ >= 0) close(client_);
  client_ = -1;
  commands_.clear();
  answers_.clear();
  next_ = 0;
}
