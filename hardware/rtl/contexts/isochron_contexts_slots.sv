// SPDX-License-Identifier: Apache-2.0
//
// Which task's registers are in which slot. Tasks have three: that of the task whose turn it is, that of
// the one before it, and the spare one, which the next task's registers are brought into.
module isochron_contexts_slots #(
  parameter int unsigned NTasks = 32,  // Tasks; area and delay grow with their logarithm
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,          // Clock
  input  logic                 rst_ni,         // Asynchronous reset, active low

  // The task that runs next, or may do so
  input  logic [TaskWidth-1:0] next_i,         // This task
  input  logic                 switch_i,       // From the next cycle on it is its turn
  input  logic                 begin_i,        // Its registers begin to be brought into the spare slot
  input  logic                 abandon_i,      // Those that are being brought in do not get complete
  input  logic [1:0]           filled_i,       // The slot that they would be in
  output logic                 there_o,        // A slot is its own
  output logic [1:0]           slot_o,         // That slot
  output logic [1:0]           spare_o,        // The spare slot

  // The task whose turn it is
  output logic                 used_o,         // There is one, since the first switch
  output logic [TaskWidth-1:0] task_o,         // This task
  output logic [1:0]           run_o,          // Its slot
  output logic [1:0]           run_next_o,     // The slot in use from the next cycle on

  // Any task
  input  logic [TaskWidth-1:0] window_task_i,  // This task
  output logic                 window_there_o, // A slot is its own
  output logic [1:0]           window_slot_o   // That slot
);

  localparam int unsigned Slots = 3;

  typedef logic [TaskWidth-1:0] task_t;

  logic [1:0]       run_q, previous_q;
  logic             used_q;
  task_t            task_q, tag_q[Slots];
  logic [Slots-1:0] valid_q, hit, window_hit;

  always_comb begin
    slot_o        = '0;
    window_slot_o = '0;
    for (int unsigned i = 0; i < Slots; i++) begin
      hit[i]        = valid_q[i] & tag_q[i] == next_i;
      window_hit[i] = valid_q[i] & tag_q[i] == window_task_i;
      if (hit[i])        slot_o        |= 2'(i);
      if (window_hit[i]) window_slot_o |= 2'(i);
    end
  end

  assign there_o        = |hit;
  assign window_there_o = |window_hit;

  // The three are 0, 1 and 2: the sum of all is 3.
  assign spare_o = 2'd3 - run_q - previous_q;

  always_comb begin
    run_next_o = run_q;
    if (switch_i) run_next_o = there_o ? slot_o : spare_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q      <= 2'd0;
      previous_q <= 2'd1;
      used_q     <= 1'b0;
      valid_q    <= '0;
    end else begin
      run_q  <= run_next_o;
      used_q <= used_q | switch_i;
      if (run_next_o != run_q) previous_q <= run_q;
      if (abandon_i)           valid_q[filled_i] <= 1'b0;
      if (begin_i)             valid_q[spare_o]  <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (begin_i)  tag_q[spare_o] <= next_i;
    if (switch_i) task_q         <= next_i;
  end

  assign used_o = used_q;
  assign task_o = task_q;
  assign run_o  = run_q;

endmodule
