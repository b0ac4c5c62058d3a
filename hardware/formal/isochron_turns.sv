// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_contexts_control; proven by induction (hardware/formal/proofs.toml).
//
//   - What the core reads is what was written last to that register of the task whose turn it is, or in a
//     trap to that of traps: by the core when it had it, or by a store in the window. What it writes goes
//     there or nowhere.
//   - Outside a trap the registers of that task are all there.
//   - Registers that are being brought in are there after `Longest` cycles in which nothing is written.
//   - A load in the window gives what was written last, too.
//   - Where a task goes on changes only as the processor is taken from it, or by the window's store.
//
// Assumed of the bus: a request stays as it is until it is granted. Of the core: it writes no register
// while a request waits, nor from the cycle in which an answer's switch is done until the next task's
// turn. Of the window of calls: that turn comes when this block has told that the
// registers are ready (isochron_answers proves it). Of the hardware kernel: the running task and the
// next one exist; outside a trap the next one is the one that was selected; none runs between a load of
// TARGET and the end of the trap.
module isochron_turns
  import isochron_contexts_registers_pkg::*;
#(
  parameter int unsigned NTasks = 32,
  parameter bit          Debug  = 1'b1,
  localparam int unsigned TaskWidth  = $clog2(NTasks),
  localparam int unsigned ContextLsb = $clog2(TaskStride)
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
  input logic                 fetch_i,
  input logic [TaskWidth-1:0] current_id_i,
  input logic [TaskWidth-1:0] next_id_i,
  input logic                 next_ready_o,
  input logic                 ready_o,
  input logic                 turn_i,
  input logic                 discard_i,
  input logic                 other_i,
  input logic                 req_i,
  input logic                 window_we_i,
  input logic [16:0]          addr_i,
  input logic [31:0]          window_wdata_i,
  input logic                 gnt_o,
  input logic [31:0]          rdata_o
);

  localparam int unsigned Columns   = 8;
  localparam int unsigned Slots     = 3;  // of tasks; the next one is that of traps
  localparam logic [1:0]  SlotTraps = 2'd3;
  localparam int unsigned Longest   = 4;  // cycles until registers are there

  (* keep *) logic [TaskWidth-1:0] task_q;      // an arbitrary task
  (* keep *) logic [4:0]           register_q;  // an arbitrary register, not x0
  logic reset_q = 1'b0;                         // there was a reset

  always_ff @(posedge clk_i) begin
    task_q     <= task_q;
    register_q <= register_q;
    reset_q    <= 1'b1;
  end

  // -- What the block has -------------------------------------------------------------------------
  logic                 in_trap, moves, fills, undisturbed, found;
  logic [1:0]           run, previous, slot, fill_slot, fill_row, row;
  logic [2:0]           column;
  logic [TaskWidth-1:0] turn, fill_task;
  logic [31:0]          there;                  // registers that have come
  logic [Slots-1:0]     valid;
  logic [TaskWidth-1:0] tag[Slots];
  logic [31:0]          word[Columns], copy[Slots + 1][Columns], stored, coming;

  assign in_trap     = isochron_contexts_control.in_trap_q;
  assign moves       = isochron_contexts_control.moves;
  assign turn        = isochron_contexts_control.turn_id;
  assign slot        = isochron_contexts_control.u_contexts.slot_q;
  assign run         = isochron_contexts_control.u_contexts.u_slots.run_q;
  assign previous    = isochron_contexts_control.u_contexts.u_slots.previous_q;
  assign valid       = isochron_contexts_control.u_contexts.u_slots.valid_q;
  assign fills       = isochron_contexts_control.u_contexts.u_fill.active_q;
  assign fill_slot   = isochron_contexts_control.u_contexts.u_fill.slot_q;
  assign fill_task   = isochron_contexts_control.u_contexts.u_fill.task_q;
  assign fill_row    = isochron_contexts_control.u_contexts.u_fill.row_q;
  assign there       = isochron_contexts_control.u_contexts.u_fill.there_q;
  assign undisturbed = isochron_contexts_control.u_contexts.u_fill.undisturbed_q;
  assign row         = register_q[4:3];
  assign column      = register_q[2:0];

  for (genvar c = 0; c < int'(Columns); c++) begin : gen_column
    assign word[c] = isochron_contexts_control.u_contexts.gen_column[c].u_store.memory_q[{task_q, row}];
    for (genvar s = 0; s <= int'(Slots); s++) begin : gen_slot
      assign copy[s][c] = isochron_contexts_control.u_contexts.gen_column[c].u_slots.memory_q[{2'(s), row}];
    end
  end

  for (genvar s = 0; s < int'(Slots); s++) begin : gen_tag
    assign tag[s] = isochron_contexts_control.u_contexts.u_slots.tag_q[s];
  end

  assign stored = word[column];
  assign coming = isochron_contexts_control.u_contexts.stored[column];

  // -- What is assumed ----------------------------------------------------------------------------
  logic        held_q = 1'b0;
  logic        window_we_q, moves_q, in_trap_q, wrote_q, ends_q;
  logic [16:0] addr_q;
  logic [31:0] data_q;
  logic [TaskWidth-1:0] current_q, next_q;
  logic        told_q;       // the registers of the task whose turn is to come are ready

  always_ff @(posedge clk_i) begin
    held_q      <= reset_q & req_i & ~gnt_o;
    window_we_q <= window_we_i;
    addr_q      <= addr_i;
    data_q      <= window_wdata_i;
    moves_q     <= moves;
    in_trap_q   <= in_trap;
    wrote_q     <= we_i | req_i;
    current_q   <= current_id_i;
    next_q      <= next_id_i;
    ends_q      <= reset_q & isochron_contexts_control.in_trap_d
                 & (isochron_contexts_control.load_target | isochron_contexts_control.ending_q);
    if (in_trap)    told_q <= 1'b0;
    else if (moves) told_q <= told_q | ready_o;
    else            told_q <= next_ready_o;
  end

  always_comb begin
    assume (rst_ni == reset_q);
    assume (reset_q | ~(we_i | req_i));
    assume (32'(task_q) < NTasks & register_q != '0);
    assume (32'(current_id_i) < NTasks & 32'(next_id_i) < NTasks);
    if (held_q) begin
      assume (req_i & window_we_i == window_we_q & addr_i == addr_q & window_wdata_i == data_q);
    end
    if (req_i & (~gnt_o | window_we_i)) assume (~we_i);
    if (ends_q) assume (current_id_i == current_q);
    if (~in_trap & moves) begin
      assume (~we_i & ~req_i & ~fetch_i);
      if (~moves_q) assume (~wrote_q & current_id_i == next_q & ~in_trap_q);
      else          assume (current_id_i == current_q);
    end
    assume (~turn_i | (told_q & moves & ~in_trap));
  end

  // -- What was written last ----------------------------------------------------------------------
  logic        in_window, is_pc, written;     // a context is named; something of it is stored
  logic [TaskWidth-1:0] window_task;
  logic [31:0] value_q, traps_q;

  assign in_window   = req_i & ~isochron_contexts_control.is_control;
  assign window_task = addr_i[ContextLsb +: TaskWidth];
  assign is_pc       = addr_i[7:0] == 8'(RegTaskPc);
  assign written     = in_window & gnt_o & window_we_i & isochron_contexts_control.exists;

  always_ff @(posedge clk_i) begin
    if (!reset_q) begin
      value_q <= stored;
      traps_q <= copy[SlotTraps][column];
    end else begin
      if (written & ~is_pc & window_task == task_q & addr_i[6:2] == register_q) begin
        value_q <= window_wdata_i;
      end else if (we_i & ~discard_i & ~in_trap & turn == task_q & waddr_i == register_q) begin
        value_q <= wdata_i;
      end
      if (we_i & ~discard_i & in_trap & waddr_i == register_q) traps_q <= wdata_i;
    end
  end

  always_comb begin
    if (reset_q) begin
      if (in_trap) begin
        if (raddr_a_i == register_q) assert (rdata_a_o == traps_q);
        if (raddr_b_i == register_q) assert (rdata_b_o == traps_q);
      end else begin
        assert (isochron_contexts_control.u_contexts.complete_o);
        if (turn == task_q & raddr_a_i == register_q) assert (rdata_a_o == value_q);
        if (turn == task_q & raddr_b_i == register_q) assert (rdata_b_o == value_q);
      end
      if (raddr_a_i == '0) assert (rdata_a_o == '0);
      if (raddr_b_i == '0) assert (rdata_b_o == '0);
      if (in_window & gnt_o & ~window_we_i & isochron_contexts_control.exists & ~is_pc
          & window_task == task_q & addr_i[6:2] == register_q) begin
        assert (rdata_o == value_q);
      end
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  logic [2:0] quiet_q;  // cycles since something was written, or since registers began to come

  always_ff @(posedge clk_i) begin
    if (!reset_q | isochron_contexts_control.u_contexts.begins | isochron_contexts_control.u_contexts.writes
        | ~fills) begin
      quiet_q <= '0;
    end else begin
      quiet_q <= quiet_q + 1'b1;
    end
  end

  always_comb begin
    found = 1'b0;
    if (reset_q) begin
      // slots
      assert (run != SlotTraps & previous != SlotTraps & run != previous);
      assert (slot == (in_trap ? SlotTraps : run));
      assert (isochron_contexts_control.u_contexts.slot_a_q == slot);
      assert (isochron_contexts_control.u_contexts.slot_b_q == slot);
      if (isochron_contexts_control.turned) assert (valid[run] & tag[run] == turn);
      else assert (in_trap & ~isochron_contexts_control.ending_q & ~isochron_contexts_control.there_q);
      for (int unsigned s = 0; s < Slots; s++) begin
        for (int unsigned t = 0; t < Slots; t++) begin
          assert (s == t | ~valid[s] | ~valid[t] | tag[s] != tag[t]);
        end
      end
      // copies
      assert (stored == value_q & copy[SlotTraps][column] == traps_q);
      for (int unsigned s = 0; s < Slots; s++) begin
        if (valid[s] & tag[s] == task_q & ~(fills & fill_slot == 2'(s) & ~there[register_q])) begin
          assert (copy[s][column] == value_q);
        end
      end
      // registers that come
      if (fills) begin
        assert (fill_slot != SlotTraps & valid[fill_slot] & tag[fill_slot] == fill_task);
        if (fill_task == task_q & fill_row == row & ~there[register_q]) assert (coming == value_q);
        assert (quiet_q < 3'(Longest));
        for (int unsigned r = 0; r < 32; r++) begin
          if (undisturbed & 2'(r / 8) < fill_row) assert (there[r]);
          if (3'(2'(fill_row - 2'(r / 8) - 2'd1)) < quiet_q) assert (there[r]);
        end
      end
      // whose turn it is
      for (int unsigned s = 0; s < Slots; s++) begin
        if (valid[s] & tag[s] == isochron_contexts_control.next_q) begin
          found = 1'b1;
          if (told_q & moves & ~in_trap & fills & fill_slot == 2'(s)) begin
            assert (fill_row == 2'd3 & (&there[23:0]));
          end
        end
      end
      if (told_q & moves & ~in_trap) assert (found & isochron_contexts_control.next_q == current_id_i);
      if (isochron_contexts_control.there_q) begin
        assert (found);
        for (int unsigned s = 0; s < Slots; s++) begin
          if (valid[s] & tag[s] == isochron_contexts_control.next_q) assert (~fills | fill_slot != 2'(s));
        end
      end
      if (in_trap & isochron_contexts_control.ending_q) begin
        assert (ends_q & ~moves & isochron_contexts_control.u_contexts.complete_o);
      end
      if (~in_trap & ~moves) assert (isochron_contexts_control.u_contexts.complete_o);
      // what waits
      if (isochron_contexts_control.waits_q) assert (held_q & in_window & isochron_contexts_control.exists);
      if (isochron_contexts_control.loaded_q) begin
        assert (isochron_contexts_control.waits_q & ~window_we_i & ~is_pc);
        if (window_task == task_q & addr_i[6:2] == register_q) begin
          assert (coming == value_q & isochron_contexts_control.u_contexts.window_column_q == column);
        end
      end
    end
  end

  // -- Where a task goes on -----------------------------------------------------------------------
  logic        goes_on;   // the task has an address of its own
  logic [31:0] pc, pc_q;  // this
  logic        goes_on_q, changes, changes_q, compare_q = 1'b0;

  assign goes_on = isochron_contexts_control.interrupted_q[task_q];
  assign pc      = isochron_contexts_control.pcs[task_q];
  assign changes = (written & is_pc & window_task == task_q)
                 | ((isochron_contexts_control.switches | other_i)
                    & isochron_contexts_control.previous_q == task_q);

  always_ff @(posedge clk_i) begin
    compare_q <= reset_q;
    pc_q      <= pc;
    goes_on_q <= goes_on;
    changes_q <= changes;
  end

  always_comb begin
    if (compare_q & ~changes_q) assert (pc == pc_q & (goes_on_q | ~goes_on));
  end

endmodule

bind isochron_contexts_control isochron_turns #(.NTasks(NTasks), .Debug(Debug)) u_turns (.*);
