// SPDX-License-Identifier: Apache-2.0
//
// Simulates a netlist of the ECP5's cells, as netlist.py writes it, and counts what its nets do:
// main NETLIST CYCLES, which it may take at most. A cell is evaluated where one of its inputs has
// changed, once in a cycle, behind those that it depends on. So a net changes once or not at all.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace {

using Net = int;  // 0 and 1 are the constants
using Bus = std::vector<Net>;

[[noreturn]] void fail(const std::string &text) {
  std::cerr << text << "\n";
  std::exit(EXIT_FAILURE);
}

template <typename Value>
Value read(std::istream &from) {
  Value value;
  if (!(from >> value)) fail("the netlist ends too early");
  return value;
}

Bus read_bus(std::istream &from, size_t bits) {
  Bus bus(bits);
  for (Net &net : bus) net = read<Net>(from);
  return bus;
}

class Nets;

// Logic: its outputs depend on its inputs of the same cycle.
struct Cell {
  Bus inputs, outputs;
  int level = 0;
  bool is_queued = false;

  Cell(std::istream &from, size_t reads, size_t drives)
      : inputs(read_bus(from, reads)), outputs(read_bus(from, drives)) {}
  virtual ~Cell() = default;
  virtual void evaluate(Nets &nets) = 0;
};

// What changes at the clock's edge, by what its inputs were before.
struct Clocked {
  bool is_due = false;

  virtual ~Clocked() = default;
  virtual bool sample(const Nets &nets) = 0;  // Whether something changes
  virtual void change(Nets &nets) = 0;
};

// The pins on a clock.
struct PinsOfClock {
  Net runs;                    // The net that lets it run
  int64_t pins, enabled;       // All; those of cells that are enabled
  std::vector<int> of_enable;  // By net, how many more while it is high

  PinsOfClock(std::istream &from, size_t nets)
      : runs(read<Net>(from)), pins(read<int>(from)), enabled(read<int>(from)), of_enable(nets) {
    for (auto count = read<size_t>(from); count > 0; count--) {
      const Net net = read<Net>(from);
      of_enable[net] = read<int>(from);
    }
  }
};

class Nets {
 public:
  uint64_t toggles = 0, weighted = 0;
  std::vector<PinsOfClock> clocks;

  explicit Nets(std::istream &from) {
    const auto number = read<size_t>(from);
    values_.assign(number, 0);
    values_[1] = 1;
    readers_.resize(number);
    watchers_.resize(number);
    for (size_t net = 0; net < number; net++) fan_out_.push_back(read<int>(from));
    for (auto count = read<size_t>(from); count > 0; count--) clocks.emplace_back(from, number);
  }

  bool operator[](Net net) const { return values_[net] != 0; }

  uint32_t word(const Bus &bus) const {
    uint32_t word = 0;
    for (size_t bit = 0; bit < bus.size(); bit++) word |= uint32_t{values_[bus[bit]]} << bit;
    return word;
  }

  void set(Net net, bool value) {
    if (net < 2 || values_[net] == uint8_t{value}) return;  // A pin without a net has number 0
    values_[net] = value;
    toggles++;
    weighted += fan_out_[net];
    for (PinsOfClock &clock : clocks) clock.enabled += (value ? 1 : -1) * clock.of_enable[net];
    for (Cell *reader : readers_[net]) queue(reader);
    for (Clocked *watcher : watchers_[net]) sample(watcher);
  }

  void set(const Bus &bus, uint64_t word) {
    for (size_t bit = 0; bit < bus.size(); bit++) set(bus[bit], word >> bit & 1);
  }

  void queue(Cell *cell) {
    if (cell->is_queued) return;
    cell->is_queued = true;
    levels_[cell->level].push_back(cell);
  }

  // Lets a cell be sampled at the next edge, and behind each at which one of some nets has changed.
  void watch(Clocked *cell, const Bus &inputs) {
    for (Net net : inputs) watchers_[net].push_back(cell);
    sample(cell);
  }

  // The clock's edge.
  void clock() {
    changing_.clear();
    for (Clocked *cell : due_) {
      cell->is_due = false;
      if (cell->sample(*this)) changing_.push_back(cell);
    }
    due_.clear();
    for (Clocked *cell : changing_) cell->change(*this);
  }

  void sample(Clocked *cell) {
    if (cell->is_due) return;
    cell->is_due = true;
    due_.push_back(cell);
  }

  // Evaluates what has to be.
  void settle() {
    for (std::vector<Cell *> &level : levels_) {
      for (Cell *cell : level) {
        cell->is_queued = false;
        cell->evaluate(*this);
      }
      level.clear();
    }
  }

  // Takes the cells, each behind those that it depends on, and evaluates them without counting.
  void connect(const std::vector<Cell *> &cells) {
    std::vector<Cell *> ready;
    std::vector<Cell *> drivers(values_.size());
    for (Cell *cell : cells) {
      for (Net net : cell->outputs) {
        if (net > 1) drivers[net] = cell;
      }
    }
    for (Cell *cell : cells) {
      int wait = 0;
      for (Net net : cell->inputs) {
        readers_[net].push_back(cell);
        wait += drivers[net] != nullptr;
      }
      cell->level = -wait;
      if (wait == 0) ready.push_back(cell);
    }
    std::vector<int> depths(values_.size());
    for (size_t done = 0; done < ready.size(); done++) {
      Cell *cell = ready[done];
      for (Net net : cell->inputs) cell->level = std::max(cell->level, depths[net]);
      levels_.resize(std::max(levels_.size(), size_t(cell->level) + 1));
      for (Net net : cell->outputs) {
        if (net < 2) continue;
        depths[net] = cell->level + 1;
        for (Cell *reader : readers_[net]) {
          if (++reader->level == 0) ready.push_back(reader);
        }
      }
    }
    if (ready.size() < cells.size()) fail("the netlist has a loop without a flip-flop");
    for (Cell *cell : cells) queue(cell);
    settle();
    toggles = weighted = 0;
  }

 private:
  std::vector<uint8_t> values_;
  std::vector<int> fan_out_;
  std::vector<std::vector<Cell *>> readers_;
  std::vector<std::vector<Cell *>> levels_;
  std::vector<std::vector<Clocked *>> watchers_;
  std::vector<Clocked *> due_, changing_;
};

struct Table : Cell {
  uint32_t bits;

  Table(std::istream &from, uint32_t bits) : Cell(from, 4, 1), bits(bits) {}
  void evaluate(Nets &nets) override { nets.set(outputs[0], bits >> nets.word(inputs) & 1); }
};

// CCU2C, without INJECT1: inputs of both tables, carry; outputs of both, carry.
struct Carry : Cell {
  uint32_t low, high;

  Carry(std::istream &from, uint32_t low, uint32_t high) : Cell(from, 9, 3), low(low), high(high) {}

  void evaluate(Nets &nets) override {
    const uint32_t word = nets.word(inputs);
    uint32_t carry = word >> 8, sums = 0;
    for (int half = 0; half < 2; half++) {
      const uint32_t table = half ? high : low;
      const uint32_t at = word >> (4 * half) & 15;
      const uint32_t propagates = table >> at & 1, generates = table >> (at & 3) & 1;
      sums |= (propagates ^ carry) << half;
      carry = propagates ? carry : generates;
    }
    nets.set(outputs, sums | carry << 2);
  }
};

// MULT18X18D without registers: both signs, both factors; the product.
struct Multiplier : Cell {
  explicit Multiplier(std::istream &from) : Cell(from, 38, 36) {}

  void evaluate(Nets &nets) override {
    std::array<int64_t, 2> factors{};
    for (size_t which = 0; which < 2; which++) {
      for (size_t bit = 0; bit < 18; bit++) {
        if (!nets[inputs[2 + 18 * which + bit]]) continue;
        const bool is_sign = bit == 17 && nets[inputs[which]];
        factors[which] += (is_sign ? -1 : 1) * (int64_t{1} << bit);
      }
    }
    nets.set(outputs, uint64_t(factors[0] * factors[1]));
  }
};

// TRELLIS_DPR16X4: reads at once.
struct Memory : Cell, Clocked {
  Bus data, address;
  Net enable;
  std::array<uint8_t, 16> words{};
  uint32_t next_address = 0, next = 0;

  Memory(std::istream &from, uint64_t contents)
      : Cell(from, 4, 4),
        data(read_bus(from, 4)),
        address(read_bus(from, 4)),
        enable(read<Net>(from)) {
    for (int word = 0; word < 16; word++) words[word] = contents >> (4 * word) & 15;
  }

  void evaluate(Nets &nets) override { nets.set(outputs, words[nets.word(inputs)]); }

  Bus written() const {
    Bus bus{enable};
    bus.insert(bus.end(), data.begin(), data.end());
    bus.insert(bus.end(), address.begin(), address.end());
    return bus;
  }

  bool sample(const Nets &nets) override {
    next_address = nets.word(address);
    next = nets.word(data);
    return nets[enable] && words[next_address] != next;
  }

  void change(Nets &nets) override {
    words[next_address] = next;
    nets.queue(this);
  }
};

struct FlipFlop : Clocked {
  bool reset_value, is_inverted;  // By its reset; its enable
  Net enable, reset, data, output;
  bool next = false;

  explicit FlipFlop(std::istream &from)
      : reset_value(read<int>(from)),
        is_inverted(read<int>(from)),
        enable(read<Net>(from)),
        reset(read<Net>(from)),
        data(read<Net>(from)),
        output(read<Net>(from)) {}

  bool sample(const Nets &nets) override {
    if (!nets[reset] && nets[enable] == is_inverted) return false;
    next = nets[reset] ? reset_value : nets[data];
    return next != nets[output];
  }

  void change(Nets &nets) override { nets.set(output, next); }
};

// DP16KD without output registers: simulator/board/cells.v says what its addresses mean.
struct Block : Clocked {
  struct Port {
    int width;
    bool reads_first;
    Net enable, stores;
    Bus address, data, output;
    uint32_t next = 0;
    bool loads = false;

    explicit Port(std::istream &from)
        : width(read<int>(from)),
          reads_first(read<int>(from)),
          enable(read<Net>(from)),
          stores(read<Net>(from)),
          address(read_bus(from, 14)),
          data(read_bus(from, 18)),
          output(read_bus(from, 18)) {}

    int place(uint32_t at) const {
      switch (width) {
        case 1:
          return (at & 15) + (at >> 3 & 1);
        case 2:
          return 2 * (at >> 1 & 7) + (at >> 3 & 1);
        case 4:
          return 4 * (at >> 2 & 3) + (at >> 3 & 1);
        case 9:
          return 9 * (at >> 3 & 1);
        default:
          return 0;
      }
    }

    uint32_t bits(uint32_t at) const {
      if (width > 9) return (at & 2 ? 0x3fe00 : 0) | (at & 1 ? 0x1ff : 0);
      return ((1u << width) - 1) << place(at);
    }
  };

  Port a, b;
  std::vector<uint32_t> rows;
  std::vector<std::pair<uint32_t, uint32_t>> stored;

  explicit Block(std::istream &from) : a(from), b(from), rows(1024) {
    for (uint32_t &row : rows) row = read<uint32_t>(from);
  }

  void store(const Port &port, uint32_t at, uint32_t row, uint32_t data) {
    const uint32_t bits = port.bits(at);
    stored.emplace_back(row, (rows[row] & ~bits) | (data << port.place(at) & bits));
  }

  bool sample(const Nets &nets) override {
    stored.clear();
    a.loads = b.loads = false;
    if (a.width == 36) {
      // Port A stores, port B loads; the lower half of a word is in the even row.
      const uint32_t to = nets.word(a.address), from = nets.word(b.address) >> 4 & ~1u;
      if (nets[a.enable] && nets[a.stores]) {
        store(a, to, to >> 4 & ~1u, nets.word(a.data));
        store(a, to >> 2, (to >> 4) | 1, nets.word(b.data));
      }
      a.loads = b.loads = nets[b.enable];
      a.next = rows[from];
      b.next = rows[from | 1];
    } else {
      for (Port *port : {&a, &b}) {
        const uint32_t at = nets.word(port->address);
        if (!nets[port->enable]) continue;
        if (nets[port->stores]) store(*port, at, at >> 4, nets.word(port->data));
        port->loads = !nets[port->stores] || port->reads_first;
        port->next = rows[at >> 4] >> port->place(at);
      }
    }
    return true;
  }

  void change(Nets &nets) override {
    for (const auto &[row, value] : stored) rows[row] = value;
    if (a.loads) nets.set(a.output, a.next);
    if (b.loads) nets.set(b.output, b.next);
    nets.sample(this);
  }
};

// soc_ram, which is no cell: hardware/soc/soc_ram.sv.
struct Ram : Clocked {
  Bus instruction_address, instruction, address, enables, data, output;
  Net stores;
  std::vector<uint32_t> words;
  uint32_t next_instruction = 0, next = 0, at = 0;
  bool is_store = false;

  explicit Ram(std::istream &from)
      : instruction_address(read_bus(from, 16)),
        instruction(read_bus(from, 32)),
        address(read_bus(from, 16)),
        enables(read_bus(from, 4)),
        data(read_bus(from, 32)),
        output(read_bus(from, 32)),
        stores(read<Net>(from)),
        words(1 << 16) {
    std::ifstream program("ram.hex");
    program >> std::hex;
    for (uint32_t &word : words) word = read<uint32_t>(program);
  }

  bool sample(const Nets &nets) override {
    next_instruction = words[nets.word(instruction_address)];
    at = nets.word(address);
    next = words[at];
    is_store = nets[stores];
    if (is_store) {
      uint32_t mask = 0;
      for (int byte = 0; byte < 4; byte++) mask |= nets[enables[byte]] ? 0xffu << (8 * byte) : 0;
      next = (next & ~mask) | (nets.word(data) & mask);
    }
    return true;
  }

  void change(Nets &nets) override {
    nets.set(instruction, next_instruction);
    if (is_store)
      words[at] = next;
    else
      nets.set(output, next);
    nets.sample(this);
  }
};

struct Ports {
  Net reset, tx_valid;
  Bus tx_data;
  Net exit;
  Bus exit_code;

  explicit Ports(std::istream &from)
      : reset(read<Net>(from)),
        tx_valid(read<Net>(from)),
        tx_data(read_bus(from, 8)),
        exit(read<Net>(from)),
        exit_code(read_bus(from, 32)) {}
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  std::ifstream from(argv[1]);
  Nets nets(from);
  const Ports ports(from);

  std::vector<std::unique_ptr<Cell>> logic;
  std::vector<std::unique_ptr<Clocked>> others;
  std::vector<FlipFlop> flip_flops;
  std::vector<Cell *> cells;
  for (std::string kind; from >> kind;) {
    if (kind == "table") {
      const auto bits = read<uint32_t>(from);
      logic.push_back(std::make_unique<Table>(from, bits));
    } else if (kind == "carry") {
      const auto low = read<uint32_t>(from), high = read<uint32_t>(from);
      logic.push_back(std::make_unique<Carry>(from, low, high));
    } else if (kind == "multiplier") {
      logic.push_back(std::make_unique<Multiplier>(from));
    } else if (kind == "memory") {
      const auto contents = read<uint64_t>(from);
      auto memory = std::make_unique<Memory>(from, contents);
      nets.watch(memory.get(), memory->written());
      logic.push_back(std::move(memory));
    } else if (kind == "flip_flop") {
      flip_flops.emplace_back(from);
    } else if (kind == "block") {
      others.push_back(std::make_unique<Block>(from));
    } else if (kind == "ram") {
      others.push_back(std::make_unique<Ram>(from));
    } else {
      fail("there is no kind of cell " + kind);
    }
  }
  for (const auto &cell : logic) cells.push_back(cell.get());
  for (const auto &cell : others) nets.watch(cell.get(), {});
  for (FlipFlop &cell : flip_flops) {
    nets.watch(&cell, {cell.enable, cell.reset, cell.data});
    nets.set(cell.output, cell.reset_value);
  }
  nets.connect(cells);

  const long most = std::atol(argv[2]);
  uint64_t pins = 0, enabled = 0;
  for (long cycle = 0; cycle < most; cycle++) {
    const bool runs = cycle > 3;
    nets.set(ports.reset, runs);
    nets.settle();
    if (runs && nets[ports.tx_valid]) {
      const char character = char(nets.word(ports.tx_data));
      if (character == '\n') {
        std::cout << "\t" << cycle << "\t" << nets.toggles << "\t" << nets.weighted << "\t" << pins
                  << "\t" << enabled << "\n";
      } else if (character != '\r') {
        std::cout << character;
      }
    }
    if (runs && nets[ports.exit]) {
      std::cout << "exit " << nets.word(ports.exit_code) << "\n";
      return 0;
    }
    for (const PinsOfClock &clock : nets.clocks) {
      if (!nets[clock.runs]) continue;
      pins += clock.pins;
      enabled += clock.enabled;
    }
    nets.clock();
  }
  return 1;
}
