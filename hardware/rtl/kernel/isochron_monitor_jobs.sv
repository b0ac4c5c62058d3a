// SPDX-License-Identifier: Apache-2.0
//
// What the monitor keeps of a task's jobs: its deadline and budget, its longest spans, and what jobs have
// missed. In each turn it compares the spans of the task's job with that, and keeps what comes of it:
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

module isochron_monitor_jobs
  import isochron_pkg::*;
  import isochron_monitor_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included; area grows with them
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic          clk_i,        // The clock that never stops

  input  monitor_init_t init_i,       // The memories after reset

  input  monitor_work_t work_i,       // The turn
  input  logic [31:0]   wdata_i,      // What is stored

  input  monitor_span_t span_i,       // The span that was added up in the cycle before

  output monitor_job_t  job_o         // What is found
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

  task_t subject, init_task;
  logic  init_word, begins, creates, accesses;

  assign subject                = task_t'(work_i.subject);
  assign {init_word, init_task} = init_i.now.index[TaskWidth:0];
  assign creates                = work_i.what == TurnCreate;
  assign begins                 = work_i.what inside {TurnCreate, TurnRelease};
  assign accesses               = work_i.what == TurnRegister;

  // -- Limits, and the longest spans: the job's run time is there in StepAge, its age in StepWrite ---
  measure_e    measured, kept, bound;
  limit_t      limit, limit_q;
  logic [31:0] longest;
  logic        exceeds, is_longest, overrun, overload, overload_q, has_budget_q;
  logic        looks, limit_write, longest_write;
  record_t     record, record_q;

  assign measured = work_i.step == StepJob
                  | (accesses & (work_i.field inside {MonitorBudget, MonitorLongestRun})) ? OfJob : OfAge;

  always_ff @(posedge clk_i) begin
    if (init_i.next || work_i.step == StepJob) begin
      limit_q <= init_i.next | creates ? '0 : '{is_set: wdata_i != '0, cycles: wdata_i};
    end
  end

  assign limit_write = init_i.now.active | (creates & (work_i.step inside {StepAge, StepWrite}))
                     | (work_i.step == StepWrite & work_i.limits);

  always_comb begin
    bound = OfAge;
    if (work_i.step == StepAge || (accesses && work_i.field == MonitorBudget)) bound = OfJob;
  end

  isochron_ram_block #(.Width($bits(limit_t)), .Depth(2 * NTasks)) u_limits (
    .clk_i,
    .write_i(limit_write),
    .waddr_i(init_i.now.active ? {init_task, init_word} : {subject, bound}), .wdata_i({limit_q}),
    .read_i(work_i.step != StepIdle), .raddr_i({subject, measured}), .rdata_o({limit})
  );

  assign exceeds    = span_i.over | span_i.cycles[31:0] > limit.cycles;
  assign is_longest = span_i.over | span_i.cycles[31:0] > longest;
  assign looks      = work_i.what inside {TurnEnd, TurnScan} & record.active;
  assign overload   = looks & ~record.heavy & limit.is_set & exceeds;
  assign overrun    = looks & ~record.late & limit.is_set & exceeds;

  always_ff @(posedge clk_i) begin
    if (work_i.step == StepAge) begin
      overload_q   <= overload;
      has_budget_q <= limit.is_set;
    end
  end

  // the zero of a new task, or of a store, is there a step earlier
  always_comb begin
    kept = work_i.step == StepAge ? OfJob : OfAge;
    unique case (work_i.step)
      StepJob: longest_write = creates | work_i.clears;
      StepAge: longest_write = creates | work_i.clears | (work_i.what == TurnEnd & looks & is_longest);
      default: longest_write = work_i.step == StepWrite & work_i.what == TurnEnd & looks & is_longest;
    endcase
  end

  isochron_ram_block #(.Width(32), .Depth(2 * NTasks)) u_longest (
    .clk_i,
    .write_i(init_i.now.active | longest_write),
    .waddr_i(init_i.now.active ? {init_task, init_word} : {subject, kept}), .wdata_i(span_i.saturated),
    .read_i(work_i.step != StepIdle), .raddr_i({subject, measured}), .rdata_o(longest)
  );

  // -- The job's state, and what has been missed ------------------------------------------------
  isochron_ram_block #(.Width($bits(record_t)), .Depth(NTasks)) u_records (
    .clk_i,
    .write_i(init_i.now.active | work_i.wrote), .waddr_i(init_i.now.active ? init_task : subject),
    .wdata_i({record_q}),
    .read_i(work_i.step == StepRun), .raddr_i(subject), .rdata_o({record})
  );

  always_ff @(posedge clk_i) begin
    if (init_i.next || work_i.step == StepWrite) begin
      record_q.active    <= ~init_i.next & (begins | (record.active & work_i.what != TurnEnd));
      record_q.late      <= ~init_i.next & ~begins & (record.late | overrun);
      record_q.heavy     <= ~init_i.next & ~begins & (record.heavy | overload_q);
      record_q.overloads <= record.overloads + 16'(overload_q && !(&record.overloads));
      record_q.overruns  <= record.overruns + 16'(overrun && !(&record.overruns));
      if (init_i.next || creates || work_i.clears) {record_q.overloads, record_q.overruns} <= '0;
    end
  end

  assign job_o = '{
    active:    record.active,
    overload:  overload_q,
    overrun:   overrun,
    limit:     limit.cycles,
    longest:   longest,
    counts:    {record.overloads, record.overruns},
    sets:      work_i.step == StepWrite & work_i.limits & limit_q.is_set,
    has_limit: has_budget_q | limit.is_set
  };

  logic unused;
  assign unused = ^{work_i, init_i, span_i};

endmodule
