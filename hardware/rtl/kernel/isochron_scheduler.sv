// SPDX-License-Identifier: Apache-2.0
//
// The running task, the state of the scheduler, and the request to switch.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_scheduler
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,           // Clock
  input  logic                 rst_ni,          // Asynchronous reset, active low

  input  configuration_t       configuration_i, // The register CONTROL

  input  operation_t           operation_i,     // The operation; START starts its subject, or is to
  input  schedule_t            schedule_i,      // What it does to the scheduler, in Decide
  input  logic                 more_due_i,      // Other tasks become ready at this tick

  // Dispatch
  input  logic                 dispatch_i,      // The selected task runs from the next cycle on
  input  selection_t           selection_i,     // The selected task
  input  logic                 again_i,         // A load of RESULT said AGAIN

  // Before the start
  input  logic                 current_ready_i, // The running task is in its ready list
  input  logic                 may_choose_i,    // The selection is valid, and nothing begins or goes on
  output logic                 choosing_o,      // Another one will be chosen in some cycles
  output logic                 choose_o,        // The selected task is to run first

  output scheduler_t           scheduler_o,     // The scheduler's state
  output logic                 shown_o,         // The processor has to be interrupted for the switch
                                                // that is requested
  output logic                 patient_o,       // The processor is not interrupted for it yet:
                                                // cycles are counted until it is
  output logic                 switched_o       // Pulse: another task runs now
);

  logic [TaskWidth-1:0] subject, selected, current_q;
  logic                 commit;  // the operation is in its Decide stage
  logic                 started_q, suspended_q, resuming_q, yield_pending_q, requested_q;
  logic                 switched_q;

  // Until START the running task is the one that would run first: FreeRTOS's pxCurrentTCB. What is
  // created takes its place by the priority. Where FreeRTOS switches without a scheduler, as the task
  // is suspended, another one is chosen as in a switch; and so where FreeRTOS yields, which no port of
  // it survives then.
  logic choose_q;

  // A request of the running task's own command is not shown: the caller learns it from RESULT
  // and switches voluntarily. A caller that only repeats the load is interrupted after all.
  logic                 own_q, told_q;

  // Nor does a caller run on for ever that does not load RESULT at all: after so many cycles in which
  // its request was not shown it is interrupted, too. That is more than any caller needs to switch.
  localparam int unsigned Patience = 1024;
  logic [$clog2(Patience)-1:0] patience_q;
  logic                        patient;

  // The running task asked for a switch, whoever else did: RESULT says AGAIN until it switches.
  // In FreeRTOS it is in its critical section until then, so ticks and lines wait.
  // What others ask for does not stop it; an interrupt does, unless it is in a critical section.
  logic                 asked_q;

  // FreeRTOS makes all tasks of a tick ready before it switches, and the order among equals rests
  // on that: what a tick asks for is shown when the last of them is ready.
  logic of_tick_q;

  logic request, own, yield, of_time;

  assign commit   = operation_i.stage.decide;
  assign subject  = operation_i.subject[TaskWidth-1:0];
  assign selected = selection_i.id[TaskWidth-1:0];

  // In a suspension, FreeRTOS's yield sets xYieldPending (vTaskSwitchContext).
  assign yield   = commit & schedule_i.yield & started_q;
  assign request = (yield & ~suspended_q & ~resuming_q) | (commit & schedule_i.resume_yield);
  assign patient = requested_q & asked_q & (own_q | (of_tick_q & more_due_i));
  assign own     = operation_i.source == SourceTask || schedule_i.resume_end;
  assign of_time = operation_i.source == SourceTime && !schedule_i.resume_end;

  assign choosing_o = ~started_q & selection_i.any_ready & (choose_q | ~current_ready_i);
  assign choose_o   = choosing_o & may_choose_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                                               current_q <= '0;
    else if (commit && (schedule_i.first || schedule_i.start)) current_q <= subject;
    else if (choose_o || dispatch_i)                           current_q <= selected;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      choose_q        <= 1'b0;
      started_q       <= 1'b0;
      suspended_q     <= 1'b0;
      resuming_q      <= 1'b0;
      yield_pending_q <= 1'b0;
      requested_q     <= 1'b0;
      own_q           <= 1'b0;
      told_q          <= 1'b0;
      asked_q         <= 1'b0;
      of_tick_q       <= 1'b0;
      patience_q      <= '0;
      switched_q      <= 1'b0;
    end else begin
      switched_q <= dispatch_i & (selected != current_q);
      if (choose_o) choose_q <= 1'b0;
      if (dispatch_i) begin
        requested_q     <= 1'b0;
        asked_q         <= 1'b0;
        yield_pending_q <= 1'b0;
      end
      if (again_i) begin
        told_q <= 1'b1;
        own_q  <= own_q & ~told_q;
      end
      if (!more_due_i) of_tick_q <= 1'b0;  // it is shown, and stays so
      if (requested_q || request) patience_q <= patient ? patience_q + 1'b1 : '0;
      if (&patience_q) begin
        own_q     <= 1'b0;
        of_tick_q <= 1'b0;
      end
      if (commit) begin
        if (schedule_i.latch_yield | (yield & (suspended_q | resuming_q))) begin
          yield_pending_q <= started_q;
        end
        if (request) begin
          requested_q <= 1'b1;
          asked_q     <= asked_q | own;
          if (!requested_q) begin
            own_q     <= own;
            told_q    <= 1'b0;
            of_tick_q <= of_time;
          end else if (!own) begin
            own_q     <= 1'b0;
            of_tick_q <= of_tick_q & of_time;
          end
        end
        if (schedule_i.yield) choose_q <= ~started_q;
        if (schedule_i.first) choose_q <= 1'b0;
        if (schedule_i.start) started_q <= 1'b1;
        if (schedule_i.suspend_all) begin
          // a request that the processor has not taken yet would meet the suspension
          suspended_q     <= 1'b1;
          requested_q     <= 1'b0;
          asked_q         <= 1'b0;
          yield_pending_q <= yield_pending_q | requested_q;
        end
        if (schedule_i.resume_begin) resuming_q <= 1'b1;
        if (schedule_i.resume_tasks | schedule_i.resume_end) suspended_q <= 1'b0;
        if (schedule_i.resume_end | schedule_i.resume_stop) resuming_q <= 1'b0;
      end
    end
  end

  assign shown_o     = requested_q & ~own_q & ~(of_tick_q & more_due_i);
  assign patient_o   = patient;
  assign switched_o  = switched_q;
  assign scheduler_o = '{
    started:       started_q,
    suspended:     suspended_q,
    resuming:      resuming_q,
    yield_pending: yield_pending_q,
    preemption:    configuration_i.preemption,
    time_slicing:  configuration_i.time_slicing,
    requested:     requested_q,
    asked:         asked_q,
    scheduled:     1'b0,
    pending:       1'b0,
    locked:        1'b0,
    held:          1'b0,
    current:       TaskIdWidth'(current_q)
  };

  logic unused;
  assign unused = ^{configuration_i, selection_i, operation_i};

  `ISOCHRON_ASSERT(OnlyARequestSwitches, requested_q | ~dispatch_i)

endmodule
