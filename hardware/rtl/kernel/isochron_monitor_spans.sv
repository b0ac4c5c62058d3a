// SPDX-License-Identifier: Apache-2.0
//
// The monitor's spans: how long a task has run, how long its job has run, and how old its job is. One
// adder does all arithmetic, on one word of a task in each cycle. A span that goes on is kept less the
// time at which it began to: the word plus the time is the span. Of a task that runs that holds of the
// first two, and of the age always.
//
// A turn takes five cycles. The word that a step reads is in the adder in the next step, with the time
// that is read beside it, and what the adder says is there, and can be written, in the step after that.
// A switch ends the spans of the task that ran in the first steps, and begins those of the next one.
//
//   step    reads               adds                        writes
//   idle    (Run of the last)
//   run     Job                 (Run of the last + time)
//   job     Age (Run of next)   Job + time if it runs       0 as Run of a new task (Run of the last)
//   age     (Job of next)       Age + time, 0 - time to     0 as Job (Job of the last)
//                               begin (Run of next - time)
//   write                       (Job of next - time)        Age to begin (Run of next)
//   after                                                   (Job of next)
//
//   (in a switch)  A job that begins, and a store to COUNTS, read zeros; loads of RUN_TIME and JOB_RUN
//                  have their word in the step `write`, in place of the age
module isochron_monitor_spans
  import isochron_pkg::*;
  import isochron_monitor_pkg::*;
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included; area grows with it
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,           // The clock that never stops

  input  monitor_init_t        init_i,          // The memories after reset

  input  monitor_work_t        work_i,          // The turn

  input  monitor_entry_t       entry_i,         // What waits for the next turn

  // Times, of isochron_monitor_events
  output monitor_read_t        read_o,          // A time is read
  input  logic [63:0]          time_i,          // What was read in the cycle before

  output monitor_span_t        span_o           // The span that was added up in the cycle before
);

  typedef logic [TaskWidth-1:0] task_t;

  // Words of 64 bits. A task that runs has its run time and that of its job less the time at which
  // it began to run, and any task the age of its job less the job's release.
  typedef enum logic [1:0] {WordRun, WordZero, WordJob, WordAge} word_e;

  task_t subject, next;
  logic switches;  // a switch waits for the next turn
  logic switching, begins, creates, loads_run, loads_job, runs;

  assign subject   = task_t'(work_i.subject);
  assign next      = task_t'(work_i.next);
  assign switches  = entry_i.valid & entry_i.what == TurnSwitch;
  assign switching = work_i.what == TurnSwitch;
  assign creates   = work_i.what == TurnCreate;
  assign begins    = work_i.what inside {TurnCreate, TurnRelease};
  assign loads_run = work_i.what == TurnRegister & work_i.field == MonitorRunTime;
  assign loads_job = work_i.what == TurnRegister & work_i.field == MonitorJobRun;
  assign runs      = work_i.running & work_i.subject == work_i.running_task;

  word_e       read_word, write_word;
  task_t       read_task, write_task;
  logic        subtracts, write;
  logic [63:0] word, result, result_q;

  always_comb begin
    read_o.reads = work_i.reads;
    read_o.slot  = work_i.at;
    read_task    = switching ? next : subject;
    unique case (work_i.step)
      StepIdle: begin
        read_word    = WordRun;
        read_task    = task_t'(work_i.running_task);
        read_o.slot  = entry_i.at;
        read_o.valid = 1'b1;
        if (!switches) begin
          read_word    = WordZero;
          read_o.valid = 1'b0;
        end
      end
      StepRun: begin
        read_word    = WordJob;
        read_task    = subject;
        read_o.valid = runs;
      end
      StepJob: begin
        read_word    = WordAge;
        read_o.valid = runs | ~(loads_job | loads_run);
        if (loads_job)             read_word    = WordJob;
        if (loads_run | switching) read_word    = WordRun;
      end
      default: begin
        read_word    = WordJob;
        read_o.valid = 1'b1;
      end
    endcase
    if (work_i.step != StepIdle && (begins || work_i.clears)) read_word    = WordZero;
    if (work_i.step != StepIdle && work_i.clears)             read_o.valid = 1'b0;
  end

  assign subtracts = switching ? work_i.step inside {StepAge, StepWrite} : begins;
  assign result    = word + (time_i ^ {64{subtracts}}) + 64'(subtracts);

  always_ff @(posedge clk_i) begin
    if (init_i.next)                  result_q <= '0;
    else if (work_i.step != StepIdle) result_q <= result;
  end

  always_comb begin
    write_task = switching & work_i.step inside {StepWrite, StepIdle} ? next : subject;
    unique case (work_i.step)
      StepJob: begin
        write_word = WordRun;
        write      = creates | (switching & work_i.running);
      end
      StepAge: begin
        write_word = WordJob;
        write      = begins | (switching & work_i.running);
      end
      StepWrite: begin
        write_word = switching ? WordRun : WordAge;
        write      = begins | switching;
      end
      default: begin
        write_word = WordJob;
        write      = switching & work_i.wrote;
      end
    endcase
    if (init_i.now.active) begin
      write_word = init_i.now.index[TaskWidth] ? WordZero : WordRun;
      write_task = init_i.now.index[TaskWidth-1:0];
      write      = 1'b1;
    end
  end

  isochron_ram_block #(.Width(64), .Depth(4 * NTasks)) u_words (
    .clk_i,
    .write_i(write), .waddr_i({write_task, write_word}), .wdata_i(result_q),
    .read_i(work_i.reads), .raddr_i({read_task, read_word}), .rdata_o(word)
  );

  logic over;

  assign over   = result_q[63:32] != '0;
  assign span_o = '{cycles: result_q, over: over, saturated: result_q[31:0] | {32{over}}};

  logic unused;
  assign unused = ^{work_i, entry_i};

endmodule
