// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

// A JTAG port that is simulated.
class JtagPins {
 public:
  virtual ~JtagPins() = default;

  // Moves the pins, without a cycle.
  virtual void set_jtag(bool tck, bool tms, bool tdi) = 0;

  // The data that comes from the port.
  virtual bool jtag_data() const = 0;
};

// The pins of a JTAG port, moved by OpenOCD: the server of its remote bitbang protocol. The run
// begins with the first client. It goes on without one, and the next one may come.
class Jtag {
 public:
  // `listener`: an open socket that listens; it is closed at the end.
  explicit Jtag(int listener) : listener_(listener) {}
  ~Jtag();
  Jtag(const Jtag &) = delete;
  Jtag &operator=(const Jtag &) = delete;

  // Once in each cycle: moves the pins if it is time to. While the core is halted, hardly any cycle
  // passes but by what the client sends.
  void move(JtagPins &pins, bool halted);

  bool connected() const { return client_ >= 0; }

 private:
  bool receive(bool waits);
  bool accept_client(bool waits);
  void disconnect();
  bool obey(JtagPins &pins, char command);

  int listener_;
  int client_ = -1;
  bool begun_ = false;    // There was a client
  uint64_t cycles_ = 0;   // So many pass before something is done
  std::string commands_;  // What was received
  size_t next_ = 0;       // The first of them that is not obeyed
  std::string answers_;   // What is to be sent
};
