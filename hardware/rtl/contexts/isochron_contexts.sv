// SPDX-License-Identifier: Apache-2.0
//
// The registers of all tasks in place of a core's register file. Four sets of registers, the slots, are
// where the core reads them in the same cycle: three for tasks, one for traps. All tasks' registers are in
// block RAM, the store.
//
//   - What the core writes goes to the slot in use and, if that is a task's, to the store in the same
//     cycle. So the store has every register of every task, and nothing is ever saved.
//   - The registers of the task that would run next are brought into a slot while another one runs. If
//     another task gets its turn, its registers are brought in then, and the core has to wait for
//     `complete_o` (isochron_contexts_fill says how long).
//   - The slot that is given up is that of the task which has neither its turn nor had the one before.
//
// Register 0 reads as 0.
module isochron_contexts #(
  parameter int unsigned NTasks = 32,  // Tasks, 4 to 128; block RAM grows with them, and with their
                                       // logarithm the lookup tables that compare
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,              // Clock
  input  logic                 rst_ni,             // Asynchronous reset, active low

  // The core's register file
  input  logic [4:0]           raddr_a_i,          // Register to read, port A
  output logic [31:0]          rdata_a_o,          // Its value in the same cycle
  input  logic [4:0]           raddr_b_i,          // Register to read, port B
  output logic [31:0]          rdata_b_o,          // Its value in the same cycle
  input  logic                 we_i,               // Write
  input  logic [4:0]           waddr_i,            // Register to write
  input  logic [31:0]          wdata_i,            // Value to write

  // Whose registers they are
  input  logic                 trap_next_i,        // From the next cycle on those of traps; else those of
                                                   // the task whose turn it is
  input  logic                 switch_i,           // From the next cycle on it is the turn of `next_i`
  input  logic                 wanted_i,           // That may be so soon
  input  logic [TaskWidth-1:0] next_i,             // A task
  output logic                 there_o,            // Its registers are there
  output logic                 ready_o,            // They are from the cycle after the next on, if the core
                                                   // writes nothing until then
  output logic                 used_o,             // There was a switch:
  output logic [TaskWidth-1:0] task_o,             // It is this task's turn
  output logic                 complete_o,         // Its registers are there

  // The window to every task's registers
  input  logic                 window_we_i,        // Store: not in a cycle with `we_i` or `switch_i`
  input  logic                 window_load_i,      // Load, until it is taken
  input  logic [TaskWidth-1:0] window_task_i,      // Its task
  input  logic [4:0]           window_register_i,  // Its register; a store is of another one than 0
  input  logic [31:0]          window_wdata_i,     // Value to store
  output logic                 window_taken_o,     // The load is taken in this cycle
  output logic [31:0]          window_rdata_o      // The word loaded, one cycle after that
);

  localparam int unsigned Columns   = 8;
  localparam logic [1:0]  SlotTraps = 2'd3;

  typedef logic [TaskWidth-1:0] task_t;

  // -- Slots -------------------------------------------------------------------------------------

  logic       there, begins, window_there, fills, fills_soon, fills_run;
  logic [1:0] next_slot, spare, run, run_next, window_slot, fill_slot;

  isochron_contexts_slots #(
    .NTasks (NTasks)
  ) u_slots (
    .clk_i,
    .rst_ni,
    .next_i,
    .switch_i,
    .begin_i        (begins),
    .abandon_i      (begins & fills),
    .filled_i       (fill_slot),
    .there_o        (there),
    .slot_o         (next_slot),
    .spare_o        (spare),
    .used_o,
    .task_o,
    .run_o          (run),
    .run_next_o     (run_next),
    .window_task_i,
    .window_there_o (window_there),
    .window_slot_o  (window_slot)
  );

  // Registers whose turn it is are brought in to the end. Else the task that is wanted last counts.
  assign fills_run  = fills & fill_slot == run;
  assign begins     = ~there & (switch_i | (wanted_i & ~fills_run & ~window_we_i & ~window_load_i));
  assign there_o    = there & (~fills | fill_slot != next_slot);
  assign ready_o    = there & (fills_soon | fill_slot != next_slot);
  assign complete_o = ~fills_run;

  assign window_taken_o = window_load_i & ~fills & ~switch_i;

  // The slot in use, once for writes and for each port: it is the address of a hundred memories.
  logic [1:0] slot_q;
  (* keep *) logic [1:0] slot_a_q, slot_b_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_q   <= SlotTraps;
      slot_a_q <= SlotTraps;
      slot_b_q <= SlotTraps;
    end else begin
      slot_q   <= trap_next_i ? SlotTraps : run_next;
      slot_a_q <= trap_next_i ? SlotTraps : run_next;
      slot_b_q <= trap_next_i ? SlotTraps : run_next;
    end
  end

  // -- What is written, and where to -------------------------------------------------------------

  logic               writes, stores;  // to a slot; to the store
  logic [1:0]         write_slot, fill_row, read_row;
  logic [4:0]         write_register;
  logic [31:0]        write_data;
  task_t              write_task, read_task;
  logic [Columns-1:0] write_column, fill_columns;

  always_comb begin
    writes         = we_i & waddr_i != '0;
    stores         = writes & slot_q != SlotTraps;
    write_slot     = slot_q;
    write_task     = task_o;
    write_register = waddr_i;
    write_data     = wdata_i;
    if (window_we_i) begin
      writes         = window_there;
      stores         = 1'b1;
      write_slot     = window_slot;
      write_task     = window_task_i;
      write_register = window_register_i;
      write_data     = window_wdata_i;
    end
  end

  assign write_column = Columns'(1) << write_register[2:0];

  task_t      fill_read_task;
  logic [1:0] fill_read_row;

  isochron_contexts_fill #(
    .NTasks (NTasks)
  ) u_fill (
    .clk_i,
    .rst_ni,
    .begin_i          (begins),
    .task_i           (next_i),
    .slot_i           (spare),
    .write_i          (writes),
    .write_slot_i     (write_slot),
    .write_register_i (write_register),
    .read_task_o      (fill_read_task),
    .read_row_o       (fill_read_row),
    .active_o         (fills),
    .soon_o           (fills_soon),
    .slot_o           (fill_slot),
    .row_o            (fill_row),
    .columns_o        (fill_columns)
  );

  // -- Memories ----------------------------------------------------------------------------------

  logic [31:0] a[Columns], b[Columns], stored[Columns];
  logic [2:0]  window_column_q;

  assign read_task = window_taken_o ? window_task_i : fill_read_task;
  assign read_row  = window_taken_o ? window_register_i[4:3] : fill_read_row;

  for (genvar c = 0; c < int'(Columns); c++) begin : gen_column
    logic writes_here;

    assign writes_here = writes & write_column[c];

    isochron_ram_block #(
      .Width (32),
      .Depth (NTasks * 4)
    ) u_store (
      .clk_i,
      .write_i (stores & write_column[c]),
      .waddr_i ({write_task, write_register[4:3]}),
      .wdata_i (write_data),
      .read_i  (1'b1),
      .raddr_i ({read_task, read_row}),
      .rdata_o (stored[c])
    );

    isochron_ram_distributed #(
      .Width     (32),
      .Depth     (16),
      .ReadPorts (2)
    ) u_slots (
      .clk_i,
      .write_i (writes_here | fill_columns[c]),
      .waddr_i (writes_here ? {write_slot, write_register[4:3]} : {fill_slot, fill_row}),
      .wdata_i (writes_here ? write_data : stored[c]),
      .raddr_i ({{slot_b_q, raddr_b_i[4:3]}, {slot_a_q, raddr_a_i[4:3]}}),
      .rdata_o ({b[c], a[c]})
    );
  end

  always_ff @(posedge clk_i) begin
    if (window_taken_o) window_column_q <= window_register_i[2:0];
  end

  assign window_rdata_o = stored[window_column_q];
  assign rdata_a_o      = raddr_a_i == '0 ? '0 : a[raddr_a_i[2:0]];
  assign rdata_b_o      = raddr_b_i == '0 ? '0 : b[raddr_b_i[2:0]];

endmodule
