// SPDX-License-Identifier: Apache-2.0
//
// The monitor: run times, and jobs that miss their deadline or their budget. It only watches which task
// runs, and what commits change in the states of tasks. A job begins when a task becomes
// ready (its release) and ends when the task waits, is suspended or deleted.
//
// What is kept for a task are several words of block RAM. Events go through a short queue, with their
// times (isochron_monitor_events). Each has a turn of five cycles (isochron_monitor_turns), in which the
// spans of the task's job are added up (isochron_monitor_spans) and compared with what is kept of the task
// (isochron_monitor_jobs). This block answers the bus, and keeps what was missed until it is asked for.
//
// The clock never stops, for time goes on. That of what is watched may be gated: nothing changes there
// meanwhile.

module isochron_monitor
  import isochron_pkg::*;
  import isochron_monitor_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included; area grows with them
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,        // The clock that never stops
  input  logic                 rst_ni,       // Asynchronous reset, active low

  input  init_t                init_i,       // One of a task's two words is initialised after reset

  // What is watched
  input  scheduler_t           scheduler_i,  // State of the scheduler
  input  change_t              change_i,     // The subject's state changes

  input  logic                 interrupt_i,  // Level: the interrupt that requests switches is
                                             // raised
  input  logic                 served_i,     // Pulse: it is served, not by MONITOR_EVENT

  // Registers
  input  monitor_request_t     request_i,    // What the bus asks for
  output monitor_shown_t       shown_o       // What the registers show
);

  typedef logic [TaskWidth-1:0] task_t;

  // -- What happens, and time -------------------------------------------------------------------
  logic           pop;  // an event has its turn
  monitor_entry_t entry;
  monitor_work_t  work;
  monitor_read_t  read;
  monitor_job_t   job;
  logic [63:0]    cycles, at;
  logic [31:0]    cycles_high_q, answer;

  isochron_monitor_events #(.NTasks(NTasks)) u_events (
    .clk_i, .rst_ni, .scheduler_i, .change_i, .entry_o(entry), .pop_i(pop),
    .cycles_o(cycles), .read_i(read), .time_o(at)
  );

  isochron_monitor_turns #(.NTasks(NTasks)) u_turns (
    .clk_i, .rst_ni, .init_i(init_i.active), .entry_i(entry), .pop_o(pop), .request_i,
    .work_o(work), .job_i(job)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                    cycles_high_q <= '0;
    else if (request_i.keep_cycles) cycles_high_q <= cycles[63:32];
  end

  isochron_answer u_answer (
    .clk_i, .rst_ni, .init_i(init_i.active),
    .request_i(interrupt_i), .served_i(served_i | request_i.take_event),
    .clear_i(request_i.clear_answer), .longest_o(answer)
  );

  // -- Spans, and what comes of them ------------------------------------------------------------
  // initialisation is a cycle behind, for what it writes is registered
  logic               init_q;
  logic [TaskWidth:0] init_word_q;
  monitor_init_t      init;
  monitor_span_t      span;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) init_q <= 1'b0;
    else         init_q <= init_i.active;
  end

  always_ff @(posedge clk_i) begin
    if (init_i.active) init_word_q <= init_i.index[TaskWidth:0];
  end

  assign init = '{
    next: init_i.active, now: '{active: init_q, index: (TaskIdWidth + 1)'(init_word_q)}
  };

  isochron_monitor_spans #(.NTasks(NTasks)) u_spans (
    .clk_i, .init_i(init), .work_i(work), .entry_i(entry),
    .read_o(read), .time_i(at), .span_o(span)
  );

  isochron_monitor_jobs #(.NTasks(NTasks)) u_jobs (
    .clk_i, .init_i(init), .work_i(work), .wdata_i(request_i.data),
    .span_i(span), .job_o(job)
  );

  // -- Registers --------------------------------------------------------------------------------
  logic        done;
  logic [31:0] high_q, data;

  assign done = work.step == StepWrite & work.what == TurnRegister;

  always_comb begin
    unique case (request_i.field)
      MonitorDeadline, MonitorBudget:     data = job.limit;
      MonitorRunTime:                     data = span.cycles[31:0];
      MonitorJobAge, MonitorJobRun:       data = job.active ? span.saturated : '0;
      MonitorResponse, MonitorLongestRun: data = job.longest;
      default:                            data = job.counts;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (done && request_i.field == MonitorRunTime) high_q <= span.cycles[63:32];
  end

  // -- Misses -----------------------------------------------------------------------------------
  typedef struct packed {
    logic  overload;
    logic  overrun;
    task_t subject;
  } miss_t;

  miss_t miss;
  logic  missed, full, lost_q, event_valid;

  assign missed = work.step == StepWrite & (job.overrun | job.overload);

  isochron_fifo #(.Width($bits(miss_t)), .Depth(16)) u_misses (
    .clk_i, .rst_ni,
    .push_i(missed), .data_i({job.overload, job.overrun, task_t'(work.subject)}), .full_o(full),
    .valid_o(event_valid), .data_o({miss}), .pop_i(request_i.take_event & event_valid)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                   lost_q <= 1'b0;
    else if (missed & full)        lost_q <= 1'b1;
    else if (request_i.take_event) lost_q <= 1'b0;
  end

  assign shown_o = '{
    done:        done,
    data:        data,
    cycles:      cycles[31:0],
    cycles_high: cycles_high_q,
    misses: '{
      valid:    event_valid,
      lost:     lost_q,
      overload: event_valid & miss.overload,
      overrun:  event_valid & miss.overrun,
      subject:  event_valid ? TaskIdWidth'(miss.subject) : '0
    },
    answer:      answer,
    high:        high_q
  };

endmodule
