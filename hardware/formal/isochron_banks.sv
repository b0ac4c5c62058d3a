// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_banked; proven by induction (hardware/formal/proofs.toml).
//
//   - The core reads the bank in use, and no other: in a trap that of traps, else that of the task
//     that runs, or of the one whose load switches.
//   - Any other register of any other bank stays as it is, the window's stores apart, which change the
//     register that they name.
//   - Where a task goes on changes only as the processor is taken from it, or by the window's store.
//
// Assumed of the bus: a request stays as it is until it is granted. Of the core: it writes no register
// while a store of the window waits. Of the hardware kernel: the running task and the caller exist.
module isochron_banks
  import isochron_banked_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32,
  parameter bit          Debug  = 1'b1,
  localparam int unsigned NBanks    = NTasks + 1,
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned BankWidth = $clog2(NBanks),
  localparam int unsigned BankLsb   = $clog2(ContextsStride)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [4:0]           raddr_a_i,
  input logic [31:0]          rdata_a_o,
  input logic [4:0]           raddr_b_i,
  input logic [31:0]          rdata_b_o,
  input logic                 we_i,
  input logic [4:0]           waddr_i,
  input logic [31:0]          wdata_i,
  input logic [31:0]          mepc_i,
  input logic [TaskWidth-1:0] current_id_i,
  input logic                 caller_runs_i,
  input logic [TaskWidth-1:0] caller_id_i,
  input logic                 discard_i,
  input logic                 other_i,
  input logic                 req_i,
  input logic                 window_we_i,
  input logic [16:0]          addr_i,
  input logic [31:0]          window_wdata_i,
  input logic                 gnt_o,
  input logic [31:0]          rdata_o
);

  (* keep *) logic [BankWidth-1:0] bank_q;      // an arbitrary register of an arbitrary bank
  (* keep *) logic [4:0]           register_q;
  (* keep *) logic [TaskWidth-1:0] task_q;      // an arbitrary task
  logic reset_q = 1'b0;                         // there was a reset

  always_ff @(posedge clk_i) begin
    bank_q     <= bank_q;
    register_q <= register_q;
    task_q     <= task_q;
    reset_q    <= 1'b1;
  end

  // -----------------------------------------------------------------------------------------------
  // What is assumed
  // -----------------------------------------------------------------------------------------------
  logic        held_q = 1'b0;
  logic        we_q;
  logic [16:0] addr_q;
  logic [31:0] data_q;

  always_ff @(posedge clk_i) begin
    held_q <= reset_q & req_i & ~gnt_o;
    we_q   <= window_we_i;
    addr_q <= addr_i;
    data_q <= window_wdata_i;
  end

  always_comb begin
    assume (rst_ni == reset_q);
    assume (32'(bank_q) < NBanks & 32'(task_q) < NTasks);
    assume (32'(current_id_i) < NTasks & 32'(caller_id_i) < NTasks);
    if (held_q) begin
      assume (req_i & window_we_i == we_q & addr_i == addr_q & window_wdata_i == data_q);
      assume (~we_i | ~window_we_i);
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Registers
  // -----------------------------------------------------------------------------------------------
  logic [BankWidth-1:0] used;                        // the bank in use
  logic [BankWidth-1:0] window_bank;                 // what the window's request names
  logic                 in_window, is_pc, written;   // a register or pc is named; it is stored
  logic [31:0]          stored, stored_q, expected_q;
  logic                 compare_q = 1'b0;

  always_comb begin
    if (isochron_banked.in_trap_q) used = BankWidth'(NTasks);
    else if (caller_runs_i)        used = BankWidth'(caller_id_i);
    else                           used = BankWidth'(current_id_i);
  end

  assign window_bank = addr_i[BankLsb +: BankWidth];
  assign in_window   = req_i & ~isochron_banked.is_control;
  assign is_pc       = addr_i[7:0] == 8'(RegContextsPc);
  assign written     = in_window & gnt_o & window_we_i & isochron_banked.exists;
  assign stored      = isochron_banked.u_registers.mem[{bank_q, register_q}];

  always_ff @(posedge clk_i) begin
    compare_q  <= reset_q;
    expected_q <= stored;
    if (written & ~is_pc & window_bank == bank_q & addr_i[6:2] == register_q) begin
      expected_q <= window_wdata_i;
    end else if (we_i & ~discard_i & used == bank_q & waddr_i == register_q) begin
      expected_q <= wdata_i;
    end
  end

  always_comb begin
    if (reset_q) begin
      assert (rdata_a_o == (raddr_a_i == '0 ? '0
                            : isochron_banked.u_registers.mem[{used, raddr_a_i}]));
      if (~(in_window & ~window_we_i)) begin
        assert (rdata_b_o == (raddr_b_i == '0 ? '0
                              : isochron_banked.u_registers.mem[{used, raddr_b_i}]));
      end
      if (compare_q) assert (stored == expected_q);
    end
  end

  // -----------------------------------------------------------------------------------------------
  // Where a task goes on
  // -----------------------------------------------------------------------------------------------
  logic        goes_on;   // the task has an address of its own
  logic [31:0] pc, pc_q;  // this
  logic        goes_on_q, moves, moves_q;

  assign goes_on = isochron_banked.interrupted_q[task_q];
  assign pc      = isochron_banked.pcs[task_q];
  assign moves   = (written & is_pc & window_bank == BankWidth'(task_q))
                 | ((isochron_banked.switches | other_i) & isochron_banked.previous_q == task_q);

  always_ff @(posedge clk_i) begin
    pc_q      <= pc;
    goes_on_q <= goes_on;
    moves_q   <= moves;
  end

  always_comb begin
    if (compare_q) begin
      if (!moves_q) assert (pc == pc_q & (goes_on_q | ~goes_on));
    end
  end

  // -----------------------------------------------------------------------------------------------
  // What that rests on: the second cycle of an access is still that of the request
  // -----------------------------------------------------------------------------------------------
  always_comb begin
    if (reset_q & isochron_banked.waits_q) begin
      assert (held_q & in_window & isochron_banked.exists);
      assert (isochron_banked.bank_q == window_bank & isochron_banked.is_pc_q == is_pc);
      assert (isochron_banked.register_q == addr_i[6:2]);
      assert (isochron_banked.is_load_q == ~window_we_i);
    end
  end

endmodule

bind isochron_banked isochron_banks #(.NTasks(NTasks), .Debug(Debug)) u_banks (.*);
