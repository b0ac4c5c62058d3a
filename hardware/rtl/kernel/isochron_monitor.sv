// SPDX-License-Identifier: Apache-2.0
//
// The monitor: run times, and jobs that miss their deadline or their budget. It only watches: the
// running task, and what commits change in the states of tasks. A job begins when a task becomes
// ready (its release) and ends when the task waits, is suspended or deleted.
//
// What is kept for a task lies in block RAM, several words of it. What happens goes through a short
// queue, with its time, and is worked off in that order, five cycles each; between, loads and stores
// of the monitor's registers and a scan over all tasks have turns. The scan finds what a task that
// does not run misses, too; it goes on while any task has a deadline or a budget.
//
// One adder does all arithmetic, on one word of a task in each cycle. A span that goes on is kept
// less the time at which it began, so it is the word and the time, as long as it goes on: the cycles
// that the task has run, and those of its job, while the task runs; the age of the job always.
//
// The clock never stops, for time goes on: what is watched has its own clock gated, and nothing of
// it changes meanwhile.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_monitor
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included; area grows with them
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,        // The clock that never stops
  input  logic                 rst_ni,       // Asynchronous reset, active low

  // After reset: two words of one task after the other
  input  logic                 init_i,       // A task's words are initialised
  input  logic [TaskWidth-1:0] init_task_i,  // That task
  input  logic                 init_word_i,  // Which of the two words

  // What is watched
  input  logic                 started_i,    // The scheduler is started
  input  logic [TaskWidth-1:0] current_i,    // The running task
  input  logic                 commit_i,     // The subject's state changes, in a Decide stage
  input  logic                 create_i,     // The subject is created by that
  input  logic [TaskWidth-1:0] task_i,       // The subject
  input  logic                 was_ready_i,  // The subject was ready before that
  input  logic                 ready_i,      // The subject is ready after that

  input  logic                 interrupt_i,  // Level: the interrupt that requests switches is
                                             // raised
  input  logic                 served_i,     // Pulse: it is served, not by MONITOR_EVENT

  // Registers
  input  monitor_request_t     request_i,    // What the bus asks for
  input  logic [31:0]          wdata_i,      // What is stored
  output monitor_shown_t       shown_o       // What the registers show
);

  typedef logic [TaskWidth-1:0] task_t;

  // Words of 64 bits. A task that runs has its run time and that of its job less the time at which
  // it began to run, and any task the age of its job less the job's release.
  typedef enum logic [1:0] {WordRun, WordZero, WordJob, WordAge} word_e;

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

  // What happens to a task, and what else has its turn.
  typedef enum logic [2:0] {
    HappensRelease, HappensEnd, HappensCreate, HappensSwitch, TurnScan, TurnRegister
  } happens_e;

  // ---------------------------------------------------------------------------------------------
  // Time
  // ---------------------------------------------------------------------------------------------
  logic [63:0] cycles_q;
  logic [31:0] cycles_high_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q      <= '0;
      cycles_high_q <= '0;
    end else begin
      cycles_q <= cycles_q + 1'b1;
      if (request_i.keep_cycles) cycles_high_q <= cycles_q[63:32];
    end
  end

  // Times of the last cycles, found by their low bits: what happened waits for a few cycles at most.
  // All of them are a cycle old. What nothing is to be added to gets a zero that comes first.
  localparam int unsigned AgeWidth = 5;
  typedef logic [AgeWidth-1:0] slot_t;

  logic        begun_q, counts_time;
  slot_t       last_q, slot;
  logic [63:0] at;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
      last_q  <= '0;
    end else begin
      begun_q <= 1'b1;
      last_q  <= cycles_q[AgeWidth-1:0];
    end
  end

  isochron_ram_block #(.Width(64), .Depth(2 << AgeWidth)) u_times (
    .clk_i,
    .write_i(1'b1), .waddr_i({begun_q, {AgeWidth{begun_q}} & cycles_q[AgeWidth-1:0]}),
    .wdata_i(cycles_q),
    .read_i(1'b1), .raddr_i({counts_time, {AgeWidth{counts_time}} & slot}), .rdata_o(at)
  );

  logic [31:0] answer;

  isochron_answer u_answer (
    .clk_i, .rst_ni, .init_i,
    .request_i(interrupt_i), .served_i(served_i | request_i.take_event),
    .clear_i(request_i.clear_answer), .longest_o(answer)
  );

  // ---------------------------------------------------------------------------------------------
  // What happens: two of it never in one cycle, for no task is dispatched while another commits
  // ---------------------------------------------------------------------------------------------
  typedef struct packed {
    logic [1:0] what;  // of happens_e
    task_t      subject;
    slot_t      at;
  } entry_t;

  logic   changed_q, push, entry_valid, take, switches, running_q;
  task_t  seen_q, running_task_q;
  entry_t change_q, pushed, entry;
  logic   seen_started_q;

  assign switches = started_i & (current_i != seen_q | ~seen_started_q);
  assign push     = changed_q | switches;

  always_comb begin
    pushed = change_q;
    if (switches) begin
      pushed.what    = 2'(HappensSwitch);
      pushed.subject = current_i;
    end
    pushed.at = last_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      changed_q      <= 1'b0;
      seen_q         <= '0;
      seen_started_q <= 1'b0;
    end else begin
      changed_q      <= commit_i & (create_i | was_ready_i != ready_i);
      seen_q         <= current_i;
      seen_started_q <= started_i;
    end
  end

  always_ff @(posedge clk_i) begin
    change_q.subject <= task_i;
    change_q.at      <= '0;
    if (create_i)     change_q.what <= 2'(HappensCreate);
    else if (ready_i) change_q.what <= 2'(HappensRelease);
    else              change_q.what <= 2'(HappensEnd);
  end

  logic unused_full;

  isochron_fifo #(.Width($bits(entry_t)), .Depth(4)) u_happened (
    .clk_i, .rst_ni,
    .push_i(push), .data_i(pushed), .full_o(unused_full),
    .valid_o(entry_valid), .data_o({entry}), .pop_i(take & entry_valid)
  );

  // ---------------------------------------------------------------------------------------------
  // Whose turn it is
  // ---------------------------------------------------------------------------------------------
  typedef enum logic [2:0] {StepIdle, StepRun, StepJob, StepAge, StepWrite} step_e;

  step_e    step_q;
  happens_e what, what_q;
  task_t    subject, subject_q, scan_q;
  task_t    next_q;   // the task that runs after a switch
  slot_t    slot_q;
  logic     scan, accessed_q, watches_q, found_q;
  logic     wrote_q;  // one cycle after StepWrite: what is written last

  // A register and a task of the scan take turns.
  assign scan = watches_q & (~request_i.access | accessed_q);
  assign take = step_q == StepIdle & ~init_i & (entry_valid | request_i.access | scan);

  always_comb begin
    what    = TurnRegister;
    subject = task_t'(request_i.subject);
    if (entry_valid) begin
      what    = happens_e'({1'b0, entry.what});
      subject = what == HappensSwitch ? running_task_q : entry.subject;
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
      if (step_q == StepWrite && what_q == HappensSwitch) begin
        running_q      <= 1'b1;
        running_task_q <= next_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      what_q    <= what;
      subject_q <= subject;
      next_q    <= entry.subject;
      slot_q    <= entry_valid ? entry.at : last_q;
    end
  end

  // What a turn is about.
  logic switching, begins, creates, loads_run, loads_job, clears, runs;

  assign switching = what_q == HappensSwitch;
  assign creates   = what_q == HappensCreate;
  assign begins    = what_q inside {HappensCreate, HappensRelease};
  assign loads_run = what_q == TurnRegister & request_i.field == MonitorRunTime;
  assign loads_job = what_q == TurnRegister & request_i.field == MonitorJobRun;
  assign clears    = what_q == TurnRegister & request_i.write & request_i.field == MonitorCounts;
  assign runs      = running_q & subject_q == running_task_q;

  // ---------------------------------------------------------------------------------------------
  // Spans: the word of StepRun is in the adder in that step, and written two steps later. A
  // switch ends the spans of the task that ran in the first two, and begins those of the next one.
  // ---------------------------------------------------------------------------------------------
  // initialisation is a cycle behind, for what it writes is registered
  logic                 init_q;
  logic [TaskWidth-1:0] init_task_q;
  logic                 init_word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) init_q <= 1'b0;
    else         init_q <= init_i;
  end

  always_ff @(posedge clk_i) begin
    init_task_q <= init_task_i;
    init_word_q <= init_word_i;
  end

  word_e       read_word, write_word;
  task_t       read_task, write_task;
  logic        subtracts, spans_write, over;
  logic [63:0] word, result, result_q;
  logic [31:0] saturated;

  // what is read in this cycle is in the adder in the next one
  always_comb begin
    slot      = slot_q;
    read_task = switching ? next_q : subject_q;
    unique case (step_q)
      StepIdle: begin
        read_word   = WordRun;
        read_task   = running_task_q;
        slot        = entry.at;
        counts_time = 1'b1;
        if (!entry_valid || entry.what != 2'(HappensSwitch)) begin
          read_word   = WordZero;
          counts_time = 1'b0;
        end
      end
      StepRun: begin
        read_word   = WordJob;
        read_task   = subject_q;
        counts_time = runs;
      end
      StepJob: begin
        read_word   = WordAge;
        counts_time = runs | ~(loads_job | loads_run);
        if (loads_job)             read_word = WordJob;
        if (loads_run | switching) read_word = WordRun;
      end
      default: begin
        read_word   = WordJob;
        counts_time = 1'b1;
      end
    endcase
    if (step_q != StepIdle && (begins || clears)) read_word = WordZero;
    if (step_q != StepIdle && clears)             counts_time = 1'b0;
  end

  assign subtracts = switching ? step_q inside {StepAge, StepWrite} : begins;
  assign result    = word + (at ^ {64{subtracts}}) + 64'(subtracts);

  always_ff @(posedge clk_i) begin
    if (init_i) result_q <= '0;
    else        result_q <= result;
  end

  always_comb begin
    write_task = switching & step_q inside {StepWrite, StepIdle} ? next_q : subject_q;
    unique case (step_q)
      StepJob: begin
        write_word  = WordRun;
        spans_write = creates | (switching & running_q);
      end
      StepAge: begin
        write_word  = WordJob;
        spans_write = begins | (switching & running_q);
      end
      StepWrite: begin
        write_word  = switching ? WordRun : WordAge;
        spans_write = begins | switching;
      end
      default: begin
        write_word  = WordJob;
        spans_write = switching & wrote_q;
      end
    endcase
    if (init_q) begin
      write_word  = init_word_q ? WordZero : WordRun;
      write_task  = init_task_q;
      spans_write = 1'b1;
    end
  end

  isochron_ram_block #(.Width(64), .Depth(4 * NTasks)) u_spans (
    .clk_i,
    .write_i(spans_write), .waddr_i({write_task, write_word}), .wdata_i(result_q),
    .read_i(1'b1), .raddr_i({read_task, read_word}), .rdata_o(word)
  );

  assign over      = result_q[63:32] != '0;
  assign saturated = result_q[31:0] | {32{over}};

  // ---------------------------------------------------------------------------------------------
  // Limits, and the longest spans: the job's run time is there in StepAge, its age in StepWrite
  // ---------------------------------------------------------------------------------------------
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
    if (init_i || creates) limit_q <= '0;
    else                   limit_q <= '{is_set: wdata_i != '0, cycles: wdata_i};
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
    .read_i(1'b1), .raddr_i({subject_q, measured}), .rdata_o({limit})
  );

  assign exceeds    = over | result_q[31:0] > limit.cycles;
  assign is_longest = over | result_q[31:0] > longest;
  assign looks      = what_q inside {HappensEnd, TurnScan} & record.active;
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
      StepAge: longest_write = creates | clears | (what_q == HappensEnd & looks & is_longest);
      default:  longest_write = step_q == StepWrite & what_q == HappensEnd & looks & is_longest;
    endcase
  end

  isochron_ram_block #(.Width(32), .Depth(2 * NTasks)) u_longest (
    .clk_i,
    .write_i(init_q | longest_write),
    .waddr_i(init_q ? {init_task_q, init_word_q} : {subject_q, kept}), .wdata_i(saturated),
    .read_i(1'b1), .raddr_i({subject_q, measured}), .rdata_o(longest)
  );

  // ---------------------------------------------------------------------------------------------
  // The job's state, and what has been missed
  // ---------------------------------------------------------------------------------------------
  isochron_ram_block #(.Width($bits(record_t)), .Depth(NTasks)) u_records (
    .clk_i,
    .write_i(init_q | wrote_q), .waddr_i(init_q ? init_task_q : subject_q), .wdata_i({record_q}),
    .read_i(step_q == StepRun), .raddr_i(subject_q), .rdata_o({record})
  );

  always_ff @(posedge clk_i) begin
    record_q.active    <= ~init_i & (begins | (record.active & what_q != HappensEnd));
    record_q.late      <= ~init_i & ~begins & (record.late | overrun);
    record_q.heavy     <= ~init_i & ~begins & (record.heavy | overload_q);
    record_q.overloads <= record.overloads + 16'(overload_q && !(&record.overloads));
    record_q.overruns  <= record.overruns + 16'(overrun && !(&record.overruns));
    if (init_i || creates || clears) {record_q.overloads, record_q.overruns} <= '0;
  end

  // ---------------------------------------------------------------------------------------------
  // Is there anything to look for?
  // ---------------------------------------------------------------------------------------------
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

  // ---------------------------------------------------------------------------------------------
  // Registers
  // ---------------------------------------------------------------------------------------------
  logic        done;
  logic [31:0] high_q, data;

  assign done = step_q == StepWrite & what_q == TurnRegister;

  always_comb begin
    unique case (request_i.field)
      MonitorDeadline, MonitorBudget:     data = limit.cycles;
      MonitorRunTime:                     data = result_q[31:0];
      MonitorJobAge, MonitorJobRun:       data = record.active ? saturated : '0;
      MonitorResponse, MonitorLongestRun: data = longest;
      default:                            data = {record.overloads, record.overruns};
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (done && request_i.field == MonitorRunTime) high_q <= result_q[63:32];
  end

  // ---------------------------------------------------------------------------------------------
  // Events
  // ---------------------------------------------------------------------------------------------
  typedef struct packed {
    logic  overload;
    logic  overrun;
    task_t subject;
  } miss_t;

  miss_t miss;
  logic  missed, full, lost_q, event_valid;

  assign missed = step_q == StepWrite & (overrun | overload_q);

  isochron_fifo #(.Width($bits(miss_t)), .Depth(16)) u_events (
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
    cycles:      cycles_q[31:0],
    cycles_high: cycles_high_q,
    misses: '{
      valid:    event_valid,
      lost:     lost_q,
      overload: event_valid & miss.overload,
      overrun:  event_valid & miss.overrun,
      subject:  event_valid ? 7'(miss.subject) : '0
    },
    answer:      answer,
    high:        high_q
  };

  `ISOCHRON_ASSERT(OneEventACycle, ~(changed_q & switches))
  `ISOCHRON_ASSERT(NoEventIsLost, ~(push & unused_full))

endmodule
