// SPDX-License-Identifier: Apache-2.0
//
// The monitor: run times, and jobs that miss their deadline or their budget. It only watches: the
// running task, and what commits change in the states of tasks. A job begins when a task becomes
// ready (its release) and ends when the task waits, is suspended or deleted.
//
// What is kept for a task is one word of block RAM. What happens goes through a short queue, with
// its time, and is worked off in that order, five cycles each; between, loads and stores of the
// monitor's registers and a scan over all tasks have turns. The scan finds what a task that does
// not run misses, too; it goes on while any task has a deadline or a budget.
//
// The clock never stops, for time goes on: what is watched has its own clock gated, and nothing of
// it changes meanwhile.
module isochron_monitor
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks = 32,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,         // never stops
  input  logic                 rst_ni,

  input  logic                 init_i,        // after reset: one task after the other
  input  logic [TaskWidth-1:0] init_task_i,

  // what is watched
  input  logic                 started_i,     // the scheduler
  input  logic [TaskWidth-1:0] current_i,     // the running task
  input  logic                 commit_i,      // Decide stage: the subject's state changes
  input  logic                 create_i,      // ... it is created
  input  logic [TaskWidth-1:0] task_i,
  input  logic                 was_ready_i,   // the subject
  input  logic                 ready_i,       // ... after that

  input  logic                 interrupt_i,   // level: the one that requests switches
  input  logic                 served_i,      // pulse: ... is served, not by MONITOR_EVENT

  // registers
  input  monitor_request_t     request_i,
  input  logic [31:0]          wdata_i,
  output monitor_shown_t       shown_o
);

  typedef logic [TaskWidth-1:0] task_t;

  typedef struct packed {
    logic        active;       // a job has begun and not ended
    logic        late;         // ... and has missed its deadline
    logic        heavy;        // ... its budget
    logic [63:0] run;          // cycles that the task has run
    logic [63:0] base;         // ... when its job began
    logic [63:0] release_time; // when that was
    logic [31:0] deadline;
    logic [31:0] budget;
    logic [31:0] response;     // the longest one
    logic [31:0] longest_run;
    logic [15:0] overruns;
    logic [15:0] overloads;
  } record_t;

  // What happens to a task, and what else has its turn.
  typedef enum logic [2:0] {
    HappensRelease, HappensEnd, HappensCreate, HappensSwitch, TurnScan, TurnRegister
  } happens_e;

  function automatic logic [31:0] saturated(logic [63:0] value);
    return value[63:32] != '0 ? '1 : value[31:0];
  endfunction

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

  logic [31:0] answer;

  isochron_answer u_answer (
    .clk_i, .rst_ni,
    .request_i(interrupt_i), .served_i(served_i | request_i.take_event),
    .clear_i(request_i.clear_answer), .longest_o(answer)
  );

  // ---------------------------------------------------------------------------------------------
  // What happens: two of it never in one cycle, for no task is dispatched while another commits
  // ---------------------------------------------------------------------------------------------
  // An entry waits for a few cycles at most, so the low bits of its time are enough.
  localparam int unsigned AgeWidth = 8;

  typedef struct packed {
    happens_e            what;
    task_t               subject;
    logic [AgeWidth-1:0] at;
  } entry_t;

  logic   changed_q, push, entry_valid, take, switches, running_q;
  task_t  seen_q, running_task_q;
  entry_t change_q, pushed, entry;
  logic   seen_started_q;

  assign switches = started_i & (current_i != seen_q | ~seen_started_q);
  assign push     = changed_q | switches;

  always_comb begin
    pushed = change_q;
    if (switches) pushed = '{what: HappensSwitch, subject: current_i, at: '0};
    pushed.at = cycles_q[AgeWidth-1:0];
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
    if (create_i)     change_q.what <= HappensCreate;
    else if (ready_i) change_q.what <= HappensRelease;
    else              change_q.what <= HappensEnd;
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
  typedef enum logic [2:0] {StageIdle, StageRead, StageRun, StageJob, StageWrite} stage_e;

  stage_e      stage_q;
  happens_e    what, what_q;
  task_t       subject, subject_q, scan_q;
  task_t       next_q;  // the task that runs after a switch
  logic        scan, accessed_q, watches_q, found_q;
  logic [63:0] at_q, since_q;
  logic [AgeWidth-1:0] age;

  // A register and a task of the scan take turns.
  assign scan = watches_q & (~request_i.access | accessed_q);
  assign take = stage_q == StageIdle & ~init_i & (entry_valid | request_i.access | scan);
  assign age  = entry_valid ? cycles_q[AgeWidth-1:0] - entry.at : '0;

  always_comb begin
    what    = TurnRegister;
    subject = task_t'(request_i.subject);
    if (entry_valid) begin
      what    = entry.what;
      subject = entry.what == HappensSwitch ? running_task_q : entry.subject;
    end else if (scan) begin
      what    = TurnScan;
      subject = scan_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q        <= StageIdle;
      accessed_q     <= 1'b0;
      scan_q         <= '0;
      running_q      <= 1'b0;
      running_task_q <= '0;
    end else begin
      unique case (stage_q)
        StageIdle:  if (take) stage_q <= StageRead;
        StageRead:  stage_q <= StageRun;
        StageRun:   stage_q <= StageJob;
        StageJob:   stage_q <= StageWrite;
        default:    stage_q <= StageIdle;
      endcase
      if (take && what == TurnRegister)  accessed_q <= 1'b1;
      else if (take && what == TurnScan) accessed_q <= 1'b0;
      if (take && what == TurnScan) scan_q <= scan_q == task_t'(NTasks - 1) ? '0 : scan_q + 1'b1;
      if (stage_q == StageWrite && what_q == HappensSwitch) begin
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
      at_q      <= cycles_q - 64'(age);
    end
    if (stage_q == StageWrite && what_q == HappensSwitch) since_q <= at_q;
  end

  // ---------------------------------------------------------------------------------------------
  // Arithmetic, a step in each stage
  // ---------------------------------------------------------------------------------------------
  record_t     record, record_d;
  logic [63:0] slice_q, since_release_q, run_q, job_q;
  logic        overrun, overload, write;

  isochron_ram_block #(.Width($bits(record_t)), .Depth(NTasks)) u_records (
    .clk_i,
    .write_i(init_i | write), .waddr_i(init_i ? init_task_i : subject_q),
    .wdata_i(init_i ? '0 : record_d),
    .read_i(take), .raddr_i(subject), .rdata_o({record})
  );

  always_ff @(posedge clk_i) begin
    if (stage_q == StageRead) begin
      slice_q         <= running_q && subject_q == running_task_q ? at_q - since_q : '0;
      since_release_q <= at_q - record.release_time;
    end
    if (stage_q == StageRun) run_q <= record.run + slice_q;
    if (stage_q == StageJob) job_q <= run_q - record.base;
  end

  assign overrun  = record.active & ~record.late & record.deadline != '0
                  & since_release_q > 64'(record.deadline);
  assign overload = record.active & ~record.heavy & record.budget != '0
                  & job_q > 64'(record.budget);

  always_comb begin
    record_d = record;
    if (what_q inside {HappensEnd, TurnScan}) begin
      record_d.late      = record.late | overrun;
      record_d.heavy     = record.heavy | overload;
      record_d.overruns  = record.overruns + 16'(overrun & ~&record.overruns);
      record_d.overloads = record.overloads + 16'(overload & ~&record.overloads);
    end
    unique case (what_q)
      HappensSwitch: record_d.run = run_q;
      HappensCreate, HappensRelease: begin
        if (what_q == HappensCreate) record_d = '0;
        else                         record_d.base = run_q;
        record_d.active       = 1'b1;
        record_d.late         = 1'b0;
        record_d.heavy        = 1'b0;
        record_d.release_time = at_q;
      end
      HappensEnd: begin
        record_d.active = 1'b0;
        if (record.active && saturated(since_release_q) > record.response) begin
          record_d.response = saturated(since_release_q);
        end
        if (record.active && saturated(job_q) > record.longest_run) begin
          record_d.longest_run = saturated(job_q);
        end
      end
      TurnRegister: if (request_i.write) begin
        unique case (request_i.field)
          MonitorDeadline: record_d.deadline = wdata_i;
          MonitorBudget:   record_d.budget   = wdata_i;
          default: begin
            record_d.response    = '0;
            record_d.longest_run = '0;
            record_d.overruns    = '0;
            record_d.overloads   = '0;
          end
        endcase
      end
      default: ;
    endcase
  end

  assign write = stage_q == StageWrite & (what_q != HappensSwitch | running_q);

  // ---------------------------------------------------------------------------------------------
  // Is there anything to look for?
  // ---------------------------------------------------------------------------------------------
  logic sets;

  assign sets = stage_q == StageWrite & what_q == TurnRegister & request_i.write
              & (request_i.field inside {MonitorDeadline, MonitorBudget}) & wdata_i != '0;

  // A round of the scan that finds neither deadline nor budget is the last one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      watches_q <= 1'b0;
      found_q   <= 1'b0;
    end else if (sets) begin
      watches_q <= 1'b1;
      found_q   <= 1'b1;
    end else if (stage_q == StageWrite && what_q == TurnScan) begin
      if (subject_q == task_t'(NTasks - 1)) begin
        watches_q <= found_q | record.deadline != '0 | record.budget != '0;
        found_q   <= 1'b0;
      end else begin
        found_q   <= found_q | record.deadline != '0 | record.budget != '0;
      end
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Registers
  // ---------------------------------------------------------------------------------------------
  logic        done;
  logic [31:0] high_q, data;

  assign done = stage_q == StageWrite & what_q == TurnRegister;

  always_comb begin
    unique case (request_i.field)
      MonitorDeadline:   data = record.deadline;
      MonitorBudget:     data = record.budget;
      MonitorRunTime:    data = run_q[31:0];
      MonitorJobAge:     data = record.active ? saturated(since_release_q) : '0;
      MonitorJobRun:     data = record.active ? saturated(job_q) : '0;
      MonitorResponse:   data = record.response;
      MonitorLongestRun: data = record.longest_run;
      default:           data = {record.overloads, record.overruns};
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (done && request_i.field == MonitorRunTime) high_q <= run_q[63:32];
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

  assign missed = write & what_q inside {HappensEnd, TurnScan} & (overrun | overload);

  isochron_fifo #(.Width($bits(miss_t)), .Depth(16)) u_events (
    .clk_i, .rst_ni,
    .push_i(missed), .data_i({overload, overrun, subject_q}), .full_o(full),
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

endmodule
