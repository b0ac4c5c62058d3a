// SPDX-License-Identifier: Apache-2.0
//
// The monitor: run times, and jobs that miss their deadline or their budget. It only watches which task
// runs, and what commits change in the states of tasks. A job begins when a task becomes
// ready (its release) and ends when the task waits, is suspended or deleted.
//
// What is kept for a task are several words of block RAM. Events go through a short queue, with their
// times (isochron_monitor_events), and each has a turn of five cycles, in their order. Between them, loads
// and stores of the monitor's registers and a scan over all tasks have turns. The scan also finds what
// tasks miss that do not run; it goes on while any task has a deadline or a budget.
//
// This block says whose turn it is, compares the job's spans (isochron_monitor_spans) with what is kept
// of the task, and keeps what comes of that:
//
//   step    reads                      has the span    writes
//   idle
//   run     record
//   job     budget, longest run time                   0 as longest age
//   age     deadline, longest age      job's run time  longest run time, 0 as budget
//   write                              job's age       longest age, 0 as deadline; a limit that is stored
//   after                                              record
//
// Zeros are written for a new task; those of the longest spans also for a task whose counts are cleared.
// An access to a register reads in each step, too, and is answered in the step `write`.
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
  input  logic [31:0]          wdata_i,      // What is stored
  output monitor_shown_t       shown_o       // What the registers show
);

  typedef logic [TaskWidth-1:0] task_t;

  // A limit of a job's run time or age, or the longest one of these that there was.
  typedef enum logic {OfJob, OfAge} measure_e;

  typedef struct packed {
    logic        is_set;  // it is not 0
    logic [31:0] cycles;
  } limit_t;

  typedef struct packed {
    logic        active;   // a job has begun and not ended
    logic        late;     // that job has missed its deadline
    logic        heavy;    // that job has exceeded its budget
    logic [15:0] overloads;
    logic [15:0] overruns;
  } record_t;

  // -- What happens, and time -------------------------------------------------------------------
  logic           take, works;  // a turn begins; or goes on
  monitor_entry_t entry;
  monitor_read_t  read;
  monitor_slot_t  last;
  logic [63:0]    cycles, at;
  logic [31:0]    cycles_high_q, answer;

  isochron_monitor_events #(.NTasks(NTasks)) u_events (
    .clk_i, .rst_ni,
    .scheduler_i, .change_i,
    .entry_o(entry), .pop_i(take & entry.valid),
    .cycles_o(cycles), .last_o(last), .works_i(works), .read_i(read), .time_o(at)
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

  // -- Whose turn it is -------------------------------------------------------------------------
  monitor_step_e step_q;
  monitor_turn_e what, what_q;
  task_t         subject, subject_q, scan_q;
  task_t         next_q;  // the task that runs after a switch
  monitor_slot_t at_q;
  logic          running_q, scan, accessed_q, watches_q, found_q;
  task_t         running_task_q;
  logic          wrote_q;  // one cycle after StepWrite: what is written last

  // A register and a task of the scan take turns.
  assign scan  = watches_q & (~request_i.access | accessed_q);
  assign take  = step_q == StepIdle & ~init_i.active & (entry.valid | request_i.access | scan);
  assign works = take | step_q != StepIdle;

  always_comb begin
    what    = TurnRegister;
    subject = task_t'(request_i.subject);
    if (entry.valid) begin
      what    = entry.what;
      subject = what == TurnSwitch ? running_task_q : task_t'(entry.subject);
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
      next_q    <= task_t'(entry.subject);
      at_q      <= entry.valid ? entry.at : last;
    end
  end

  // What a turn is about.
  logic begins, creates, clears;

  assign creates = what_q == TurnCreate;
  assign begins  = what_q inside {TurnCreate, TurnRelease};
  assign clears  = what_q == TurnRegister & request_i.write & request_i.field == MonitorCounts;

  // -- Spans ------------------------------------------------------------------------------------
  // initialisation is a cycle behind, for what it writes is registered
  logic        init_q, init_word_q, over;
  task_t       init_task_q;
  logic [63:0] span;
  logic [31:0] saturated;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) init_q <= 1'b0;
    else         init_q <= init_i.active;
  end

  always_ff @(posedge clk_i) begin
    if (init_i.active) {init_word_q, init_task_q} <= init_i.index[TaskWidth:0];
  end

  monitor_work_t work;

  assign work = '{
    step:         step_q,
    wrote:        wrote_q,
    what:         what_q,
    subject:      TaskIdWidth'(subject_q),
    next:         TaskIdWidth'(next_q),
    at:           at_q,
    clears:       clears,
    field:        request_i.field,
    running:      running_q,
    running_task: TaskIdWidth'(running_task_q)
  };

  isochron_monitor_spans #(.NTasks(NTasks)) u_spans (
    .clk_i,
    .zero_i(init_i.active), .init_i('{active: init_q, index: 8'({init_word_q, init_task_q})}),
    .works_i(works), .work_i(work), .entry_i(entry), .read_o(read), .time_i(at),
    .span_o(span), .over_o(over), .saturated_o(saturated)
  );

  // -- Limits, and the longest spans: the job's run time is there in StepAge, its age in StepWrite ---
  measure_e    measured, kept, bound;
  limit_t      limit, limit_q;
  logic [31:0] longest;
  logic        exceeds, is_longest, overrun, overload, overload_q, has_budget_q;
  logic        looks, limit_write, longest_write;
  record_t     record, record_q;

  assign measured = step_q == StepJob
                  | (what_q == TurnRegister & (request_i.field inside {MonitorBudget,
                                                                       MonitorLongestRun}))
                  ? OfJob : OfAge;

  always_ff @(posedge clk_i) begin
    if (init_i.active || step_q == StepJob) begin
      limit_q <= init_i.active | creates ? '0 : '{is_set: wdata_i != '0, cycles: wdata_i};
    end
  end

  assign limit_write = init_q | (creates & (step_q inside {StepAge, StepWrite}))
                     | (step_q == StepWrite & what_q == TurnRegister & request_i.write & ~clears);

  always_comb begin
    bound = OfAge;
    if (step_q == StepAge || (what_q == TurnRegister && request_i.field == MonitorBudget)) begin
      bound = OfJob;
    end
  end

  isochron_ram_block #(.Width($bits(limit_t)), .Depth(2 * NTasks)) u_limits (
    .clk_i,
    .write_i(limit_write),
    .waddr_i(init_q ? {init_task_q, init_word_q} : {subject_q, bound}), .wdata_i({limit_q}),
    .read_i(step_q != StepIdle), .raddr_i({subject_q, measured}), .rdata_o({limit})
  );

  assign exceeds    = over | span[31:0] > limit.cycles;
  assign is_longest = over | span[31:0] > longest;
  assign looks      = what_q inside {TurnEnd, TurnScan} & record.active;
  assign overload   = looks & ~record.heavy & limit.is_set & exceeds;
  assign overrun    = looks & ~record.late & limit.is_set & exceeds;

  always_ff @(posedge clk_i) begin
    if (step_q == StepAge) begin
      overload_q   <= overload;
      has_budget_q <= limit.is_set;
    end
  end

  // the zero of a new task, or of a store, is there a step earlier
  always_comb begin
    kept = step_q == StepAge ? OfJob : OfAge;
    unique case (step_q)
      StepJob: longest_write = creates | clears;
      StepAge: longest_write = creates | clears | (what_q == TurnEnd & looks & is_longest);
      default:  longest_write = step_q == StepWrite & what_q == TurnEnd & looks & is_longest;
    endcase
  end

  isochron_ram_block #(.Width(32), .Depth(2 * NTasks)) u_longest (
    .clk_i,
    .write_i(init_q | longest_write),
    .waddr_i(init_q ? {init_task_q, init_word_q} : {subject_q, kept}), .wdata_i(saturated),
    .read_i(step_q != StepIdle), .raddr_i({subject_q, measured}), .rdata_o(longest)
  );

  // -- The job's state, and what has been missed ------------------------------------------------
  isochron_ram_block #(.Width($bits(record_t)), .Depth(NTasks)) u_records (
    .clk_i,
    .write_i(init_q | wrote_q), .waddr_i(init_q ? init_task_q : subject_q), .wdata_i({record_q}),
    .read_i(step_q == StepRun), .raddr_i(subject_q), .rdata_o({record})
  );

  always_ff @(posedge clk_i) begin
    if (init_i.active || step_q == StepWrite) begin
      record_q.active    <= ~init_i.active & (begins | (record.active & what_q != TurnEnd));
      record_q.late      <= ~init_i.active & ~begins & (record.late | overrun);
      record_q.heavy     <= ~init_i.active & ~begins & (record.heavy | overload_q);
      record_q.overloads <= record.overloads + 16'(overload_q && !(&record.overloads));
      record_q.overruns  <= record.overruns + 16'(overrun && !(&record.overruns));
      if (init_i.active || creates || clears) {record_q.overloads, record_q.overruns} <= '0;
    end
  end

  // -- Is there anything to look for? -----------------------------------------------------------
  logic sets, has_limit;

  assign sets      = step_q == StepWrite & what_q == TurnRegister & request_i.write & ~clears
                   & limit_q.is_set;
  assign has_limit = has_budget_q | limit.is_set;

  // A round of the scan that finds neither deadline nor budget is the last one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      watches_q <= 1'b0;
      found_q   <= 1'b0;
    end else if (sets) begin
      watches_q <= 1'b1;
      found_q   <= 1'b1;
    end else if (step_q == StepWrite && what_q == TurnScan) begin
      if (subject_q == task_t'(NTasks - 1)) begin
        watches_q <= found_q | has_limit;
        found_q   <= 1'b0;
      end else begin
        found_q   <= found_q | has_limit;
      end
    end
  end

  // -- Registers --------------------------------------------------------------------------------
  logic        done;
  logic [31:0] high_q, data;

  assign done = step_q == StepWrite & what_q == TurnRegister;

  always_comb begin
    unique case (request_i.field)
      MonitorDeadline, MonitorBudget:     data = limit.cycles;
      MonitorRunTime:                     data = span[31:0];
      MonitorJobAge, MonitorJobRun:       data = record.active ? saturated : '0;
      MonitorResponse, MonitorLongestRun: data = longest;
      default:                            data = {record.overloads, record.overruns};
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (done && request_i.field == MonitorRunTime) high_q <= span[63:32];
  end

  // -- Misses -----------------------------------------------------------------------------------
  typedef struct packed {
    logic  overload;
    logic  overrun;
    task_t subject;
  } miss_t;

  miss_t miss;
  logic  missed, full, lost_q, event_valid;

  assign missed = step_q == StepWrite & (overrun | overload_q);

  isochron_fifo #(.Width($bits(miss_t)), .Depth(16)) u_misses (
    .clk_i, .rst_ni,
    .push_i(missed), .data_i({overload_q, overrun, subject_q}), .full_o(full),
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
