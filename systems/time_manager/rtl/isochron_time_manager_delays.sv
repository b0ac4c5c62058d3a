// SPDX-License-Identifier: Apache-2.0
//
// The delays: one deadline per task, in RAM. The paper has a counter of full width for each waiting
// task; here one subtractor looks at one task in each cycle, and a task that is due soon is armed: its
// deadline's lowest bits are kept and compared in every cycle. So each expiry comes at exactly its
// cycle, as with the counters, and a task takes a few flip-flops in place of its counter's.
//
// Three stages: the deadline is read, or made; what remains is computed; the task is armed or
// expires. A new deadline goes the same way in place of the task whose turn it is. A task has its
// turn after at most 2 * NTasks + 1 cycles, also if deadlines come as fast as they can, and is armed
// within 4 * NTasks cycles of its deadline: none is missed.
//
// Area grows with NTasks * log2(NTasks), and RAM with NTasks * Width.
module isochron_time_manager_delays
  import isochron_time_manager_pkg::*;
#(
  parameter int unsigned NTasks = 12,  // Tasks, 4 to 64
  parameter int unsigned Width  = 64,  // Bits of a deadline
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,        // Clock
  input  logic                 rst_ni,       // Asynchronous reset, active low

  input  logic                 valid_i,      // A request; only while ready
  output logic                 ready_o,      // One is taken: at least every other cycle
  input  timer_operation_e     operation_i,  // What
  input  logic [TaskWidth-1:0] task_i,       // Of whom; in range
  input  logic [Width-1:0]     cycles_i,     // Clock cycles, in the cycle after it was taken

  input  logic [NTasks-1:0]    enabled_i,    // Tasks that exist from the next cycle on: another one has
                                             // no delay; not taken away in the cycle after its request

  output logic [NTasks-1:0]    known_o,      // Tasks that have a last deadline
  output logic [NTasks-1:0]    waiting_o,    // Tasks whose delay is not over
  output logic [NTasks-1:0]    expire_o      // Pulse: the task's delay is over in the next cycle
);

  localparam int unsigned NearWidth = $clog2(4 * NTasks);

  typedef logic [TaskWidth-1:0] index_t;
  typedef logic [NearWidth-1:0] near_t;

  // What remains when a deadline is looked at: with so much, or less, it expires at once.
  localparam int unsigned Immediate = 3;

  logic [Width-1:0] now_q;   // cycles since reset
  near_t            near_q;  // lowest bits of now_q + 2: the stages take two cycles

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q  <= '0;
      near_q <= near_t'(2);
    end else begin
      now_q  <= now_q + 1'b1;
      near_q <= near_q + 1'b1;
    end
  end

  // -- First stage: the deadline ----------------------------------------------------------------
  logic             request_q;
  timer_operation_e operation_q;
  index_t           task_q, turn_q, reading;
  logic [Width-1:0] stored, made;

  assign ready_o = ~request_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      request_q <= 1'b0;
      turn_q    <= '0;
    end else begin
      request_q <= valid_i;
      if (!request_q) turn_q <= turn_q == index_t'(NTasks - 1) ? '0 : turn_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    operation_q <= operation_i;
    task_q      <= task_i;
  end

  assign reading = request_q ? task_q : turn_q;
  assign made    = (operation_q == TimerNext ? stored : now_q) + cycles_i;

  // -- Second stage: what remains ---------------------------------------------------------------
  typedef struct packed {
    timer_operation_e operation;  // Of a request
    index_t           index;      // The task
  } stage_t;

  stage_t           second_q, third_q;
  logic             second_valid_q, third_valid_q;      // there is a task in the stage
  logic             second_request_q, third_request_q;  // the stage is a request's
  logic [Width-1:0] deadline_q, remains_q;
  near_t            lowest_q;  // of the deadline, in the third stage
  logic             write, written, stale;

  assign write = second_request_q & second_q.operation != TimerCancel;

  isochron_ram_distributed #(.Width(Width), .Depth(NTasks)) u_deadlines (
    .clk_i,
    .write_i(write), .waddr_i(second_q.index), .wdata_i(deadline_q),
    .raddr_i(reading), .rdata_o(stored)
  );

  // What is read in the cycle of its write is old, and so is what was read before a request.
  assign written = write & second_q.index == reading;
  assign stale   = request_q & second_q.index == task_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      second_valid_q   <= 1'b0;
      second_request_q <= 1'b0;
      third_valid_q    <= 1'b0;
      third_request_q  <= 1'b0;
    end else begin
      second_valid_q   <= request_q | ~written;
      second_request_q <= request_q;
      third_valid_q    <= second_valid_q & ~stale & enabled_i[second_q.index];
      third_request_q  <= second_request_q;
    end
  end

  always_ff @(posedge clk_i) begin
    second_q.operation <= operation_q;
    second_q.index     <= reading;
    deadline_q         <= request_q ? made : stored;

    third_q.operation  <= second_q.operation;
    third_q.index      <= second_q.index;
    remains_q          <= deadline_q - now_q;
    lowest_q           <= deadline_q[NearWidth-1:0];
  end

  // -- Third stage: armed, or over --------------------------------------------------------------
  logic [NTasks-1:0] known_q, waiting_q, armed_q;
  near_t             target_q [NTasks];
  logic              near, passed, over, counts;

  assign near   = remains_q[Width-1:NearWidth] == '0;
  // Of a delay of no cycles -1 remains, of the longest -2.
  assign passed = third_request_q
                & (third_q.operation == TimerNext ? remains_q[Width-1] : &remains_q);
  assign over   = passed | (near & remains_q[NearWidth-1:0] <= near_t'(Immediate));
  assign counts = third_valid_q
                & (third_request_q ? third_q.operation != TimerCancel : waiting_q[third_q.index]);

  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_task
    logic looked_at, replaced;

    assign looked_at = counts & third_q.index == index_t'(i);
    assign replaced  = request_q & task_q == index_t'(i);

    assign expire_o[i] = (looked_at & over) | (armed_q[i] & target_q[i] == near_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        known_q[i]   <= 1'b0;
        waiting_q[i] <= 1'b0;
        armed_q[i]   <= 1'b0;
      end else if (!enabled_i[i]) begin
        known_q[i]   <= 1'b0;
        waiting_q[i] <= 1'b0;
        armed_q[i]   <= 1'b0;
      end else begin
        if (replaced && operation_q != TimerCancel) known_q[i] <= 1'b1;
        if (replaced)         waiting_q[i] <= operation_q != TimerCancel;
        else if (expire_o[i]) waiting_q[i] <= 1'b0;
        if (replaced || expire_o[i]) armed_q[i] <= 1'b0;
        else if (looked_at)          armed_q[i] <= near;
      end
    end

    // No reset: it counts only while the task is armed.
    always_ff @(posedge clk_i) begin
      if (looked_at) target_q[i] <= lowest_q;
    end
  end

  assign known_o   = known_q;
  assign waiting_o = waiting_q;

`ifdef FORMAL
  `include "isochron_time_manager_delays_properties.svh"
`endif

endmodule
