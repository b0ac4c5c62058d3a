// SPDX-License-Identifier: Apache-2.0
//
// What the monitor is to work off: tasks that become ready, wait, are created or begin to run, each
// with its time, in the order in which it happened.
//
// Time is the number of cycles since reset. The last 32 times are in a memory, found by their low bits,
// for an event waits for a few cycles at most; all of them are a cycle old. The memory's first word is
// 0: it is read where no time is to be added.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_monitor_events
  import isochron_pkg::*;
  import isochron_monitor_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included; area grows with it
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,        // The clock that never stops
  input  logic                 rst_ni,       // Asynchronous reset, active low

  // What is watched
  input  scheduler_t           scheduler_i,  // State of the scheduler
  input  change_t              change_i,     // The subject's state changes

  output monitor_entry_t       entry_o,      // What has happened first
  input  logic                 pop_i,        // It is worked off

  // Time
  output logic [63:0]          cycles_o,     // Cycles since reset
  input  monitor_read_t        read_i,       // Which of them
  output logic [63:0]          time_o        // That time, in the next cycle
);

  typedef logic [TaskWidth-1:0] task_t;

  task_t current;

  assign current = task_t'(scheduler_i.current);

  // -- Time: most of its bits are clocked in every sixteenth cycle only -------------------------
  logic          begun_q, carries_q;
  logic [63:0]   cycles_q;
  monitor_slot_t last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q   <= 1'b0;
      carries_q <= 1'b0;
      cycles_q  <= '0;
      last_q    <= '0;
    end else begin
      begun_q       <= 1'b1;
      carries_q     <= cycles_q[3:0] == 4'd14;
      cycles_q[3:0] <= cycles_q[3:0] + 1'b1;
      if (carries_q) cycles_q[63:4] <= cycles_q[63:4] + 1'b1;
      last_q        <= monitor_slot_t'(cycles_q);
    end
  end

  isochron_ram_block #(.Width(64), .Depth(2 << $bits(monitor_slot_t))) u_times (
    .clk_i,
    .write_i(1'b1), .waddr_i({begun_q, {$bits(monitor_slot_t){begun_q}} & monitor_slot_t'(cycles_q)}),
    .wdata_i(cycles_q),
    .read_i(read_i.reads), .raddr_i({read_i.valid, {$bits(monitor_slot_t){read_i.valid}} & read_i.slot}),
    .rdata_o(time_o)
  );

  assign cycles_o = cycles_q;

  // -- Events: never two in one cycle, for no task is dispatched while another commits ----------
  typedef struct packed {
    logic [1:0]    what;  // of monitor_turn_e
    task_t         subject;
    monitor_slot_t at;
  } entry_t;

  logic   changed_q, seen_started_q, switches, push, full, valid;
  task_t  seen_q;
  entry_t change_q, pushed, entry;

  assign switches = scheduler_i.started & (current != seen_q | ~seen_started_q);
  assign push     = changed_q | switches;

  always_comb begin
    pushed = change_q;
    if (switches) begin
      pushed.what    = 2'(TurnSwitch);
      pushed.subject = current;
    end
    pushed.at = last_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      changed_q      <= 1'b0;
      seen_q         <= '0;
      seen_started_q <= 1'b0;
    end else begin
      changed_q      <= change_i.valid & (change_i.created | change_i.was_ready != change_i.ready);
      if (current != seen_q) seen_q <= current;
      seen_started_q <= scheduler_i.started;
    end
  end

  always_ff @(posedge clk_i) begin
    change_q.at <= '0;
    if (change_i.valid) begin
      change_q.subject <= task_t'(change_i.subject);
      if (change_i.created)    change_q.what <= 2'(TurnCreate);
      else if (change_i.ready) change_q.what <= 2'(TurnRelease);
      else                     change_q.what <= 2'(TurnEnd);
    end
  end

  isochron_fifo #(.Width($bits(entry_t)), .Depth(4)) u_queue (
    .clk_i, .rst_ni,
    .push_i(push), .data_i(pushed), .full_o(full),
    .valid_o(valid), .data_o({entry}), .pop_i
  );

  assign entry_o = '{
    valid:   valid,
    what:    monitor_turn_e'({1'b0, entry.what}),
    subject: TaskIdWidth'(entry.subject),
    at:      valid ? entry.at : last_q
  };

  logic unused;  // without assertions
  assign unused = ^{full, scheduler_i, change_i};

  `ISOCHRON_ASSERT(OneEventACycle, ~(changed_q & switches))
  `ISOCHRON_ASSERT(NoEventIsLost, ~(push & full))

endmodule
