// SPDX-License-Identifier: Apache-2.0
#include "waves.h"

#include "errors.h"

#if VM_TRACE

namespace {

constexpr char kSoc[] = "TOP.simulator_top.u_soc";
constexpr int kOwnSignals = 1;  // Without those of its parts
constexpr char kKernel[] = "TOP.simulator_top.u_soc.u_kernel";
constexpr int kAllSignals = 99;  // As deep as that

}  // namespace

struct Waves::File {
  VerilatedFstC fst;
};

Waves::Waves(SocModel &soc, const std::string &path, uint64_t from, uint64_t to)
    : from_(from), to_(to) {
  if (path.empty()) return;
  file_ = std::make_unique<File>();
  soc.give_signals(file_->fst);
  file_->fst.set_time_unit("1ns");
  file_->fst.set_time_resolution("1ns");
  file_->fst.dumpvars(kOwnSignals, kSoc);
  file_->fst.dumpvars(kAllSignals, kKernel);
  file_->fst.open(path.c_str());
  if (!file_->fst.isOpen()) throw SimulatorError(path + " cannot be written: check the folder");
}

Waves::~Waves() {
  if (file_) file_->fst.close();
}

void Waves::dump(uint64_t cycle) { file_->fst.dump(cycle); }

#else

struct Waves::File {};

Waves::Waves(SocModel &, const std::string &path, uint64_t from, uint64_t to)
    : from_(from), to_(to) {
  if (!path.empty()) throw SimulatorError("this simulator was not built to write waves");
}

Waves::~Waves() = default;

void Waves::dump(uint64_t) {}

#endif
