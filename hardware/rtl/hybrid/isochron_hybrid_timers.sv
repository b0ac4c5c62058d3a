// SPDX-License-Identifier: Apache-2.0
//
// One timer per task. The paper's count down; these keep the tick at which the delay is over and
// compare it with the current one, which takes a register and an equality in place of a counter.
// All compare at the same time: what is due at a tick is known at once, whatever the number of tasks.
//
// Area grows with NTasks * TicksWidth.
module isochron_hybrid_timers
  import isochron_hybrid_pkg::*;
#(
  parameter int unsigned NTasks = 32  // timers
) (
  input  logic                  clk_i,       // clock
  input  logic                  write_i,     // set a timer
  input  id_t                   id_i,        // ... this one
  input  logic [TicksWidth-1:0] deadline_i,  // ... to this tick
  input  logic [TicksWidth-1:0] now_i,       // visible tick
  output logic [NTasks-1:0]     due_o        // timers whose tick is now; of delayed tasks it counts
);

  logic [NTasks-1:0][TicksWidth-1:0] deadline_q;

  // No reset: a timer is not looked at before it was set.
  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_timer
    always_ff @(posedge clk_i) begin
      if (write_i && id_i == id_t'(i)) deadline_q[i] <= deadline_i;
    end
    assign due_o[i] = deadline_q[i] == now_i;
  end

endmodule
