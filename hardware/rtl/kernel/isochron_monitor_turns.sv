// SPDX-License-Identifier: Apache-2.0
//
// Whose turn it is in the monitor. Events come first, in their order. Between them, accesses to the
// registers of tasks and the tasks of a scan have turns, one after the other. The scan finds what tasks
// miss that do not run; it goes on while any task has a deadline or a budget.

module isochron_monitor_turns
  import isochron_pkg::*;
  import isochron_monitor_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic             clk_i,        // The clock that never stops
  input  logic             rst_ni,       // Asynchronous reset, active low

  input  logic             init_i,       // The memories are initialised

  // What asks for a turn
  input  monitor_entry_t   entry_i,      // The first event that waits
  output logic             pop_o,        // It has its turn
  input  monitor_request_t request_i,    // What the bus asks for

  // The turn
  output monitor_work_t    work_o,       // What it is about
  input  monitor_job_t     job_i         // What is found of the task's job
);

  typedef logic [TaskWidth-1:0] task_t;

  monitor_step_e step_q;
  monitor_turn_e what, what_q;
  task_t         subject, subject_q, scan_q;
  task_t         next_q;  // the task that runs after a switch
  monitor_slot_t at_q;
  logic          running_q, take, scan, accessed_q, watches_q, found_q, stores, clears;
  task_t         running_task_q;
  logic          wrote_q;  // one cycle after StepWrite: what is written last

  // A register and a task of the scan take turns.
  assign scan    = watches_q & (~request_i.access | accessed_q);
  assign take    = step_q == StepIdle & ~init_i & (entry_i.valid | request_i.access | scan);
  assign pop_o   = take & entry_i.valid;

  always_comb begin
    what    = TurnRegister;
    subject = task_t'(request_i.subject);
    if (entry_i.valid) begin
      what    = entry_i.what;
      subject = what == TurnSwitch ? running_task_q : task_t'(entry_i.subject);
    end else if (scan) begin
      what    = TurnScan;
      subject = scan_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q         <= StepIdle;
      wrote_q        <= 1'b0;
      accessed_q     <= 1'b0;
      scan_q         <= '0;
      running_q      <= 1'b0;
      running_task_q <= '0;
    end else begin
      unique case (step_q)
        StepIdle: if (take) step_q <= StepRun;
        StepRun:  step_q <= StepJob;
        StepJob:  step_q <= StepAge;
        StepAge:  step_q <= StepWrite;
        default:  step_q <= StepIdle;
      endcase
      wrote_q <= step_q == StepWrite;
      if (take && what == TurnRegister)  accessed_q <= 1'b1;
      else if (take && what == TurnScan) accessed_q <= 1'b0;
      if (take && what == TurnScan) scan_q <= scan_q == task_t'(NTasks - 1) ? '0 : scan_q + 1'b1;
      if (step_q == StepWrite && what_q == TurnSwitch) begin
        running_q      <= 1'b1;
        running_task_q <= next_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      what_q    <= what;
      subject_q <= subject;
      next_q    <= task_t'(entry_i.subject);
      at_q      <= entry_i.at;
    end
  end

  assign stores = what_q == TurnRegister & request_i.write;
  assign clears = stores & request_i.field == MonitorCounts;
  assign work_o = '{
    reads:        take | step_q != StepIdle,
    step:         step_q,
    wrote:        wrote_q,
    what:         what_q,
    subject:      TaskIdWidth'(subject_q),
    next:         TaskIdWidth'(next_q),
    at:           at_q,
    clears:       clears,
    limits:       stores & ~clears,
    field:        request_i.field,
    running:      running_q,
    running_task: TaskIdWidth'(running_task_q)
  };

  // A round of the scan that finds neither deadline nor budget is the last one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      watches_q <= 1'b0;
      found_q   <= 1'b0;
    end else if (job_i.sets) begin
      watches_q <= 1'b1;
      found_q   <= 1'b1;
    end else if (step_q == StepWrite && what_q == TurnScan) begin
      if (subject_q == task_t'(NTasks - 1)) begin
        watches_q <= found_q | job_i.has_limit;
        found_q   <= 1'b0;
      end else begin
        found_q   <= found_q | job_i.has_limit;
      end
    end
  end

  logic unused;
  assign unused = ^{request_i, job_i};

endmodule
