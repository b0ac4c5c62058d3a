// SPDX-License-Identifier: Apache-2.0
//
// The monitor's spans: how long a task has run, its job has run, and its job is old. One adder does all
// arithmetic, on one word of a task in each cycle. A span that goes on is kept less the time at which it
// began, so it is the word and the time, as long as it goes on: the cycles that the task has run, and
// those of its job, while the task runs; the age of the job always.
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
#(
  parameter int unsigned NTasks = 32,  // Tasks, idle included; area grows with it
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input  logic                 clk_i,           // The clock that never stops

  // After reset: two words of one task after the other
  input  logic                 zero_i,          // A task's words are initialised in the next cycle
  input  logic                 init_i,          // A task's words are initialised
  input  logic [TaskWidth-1:0] init_task_i,     // That task
  input  logic                 init_word_i,     // Which of the two words

  // The turn
  input  monitor_step_e        step_i,          // Its step
  input  logic                 wrote_i,         // The step before was the last one
  input  monitor_turn_e        what_i,          // What it is about
  input  logic [TaskWidth-1:0] task_i,          // Whom; of a switch, the task that ran
  input  logic [TaskWidth-1:0] next_i,          // Of a switch: the task that runs then
  input  monitor_slot_t        at_i,            // When it happened
  input  logic                 running_i,       // A task runs
  input  logic [TaskWidth-1:0] running_task_i,  // That task
  input  logic                 clears_i,        // It clears the task's counts
  input  monitor_field_e       field_i,         // The register that it is about

  // What waits for the next turn
  input  logic                 switches_i,      // It is a switch
  input  monitor_slot_t        switches_at_i,   // When that happened

  // Times, of isochron_monitor_events
  output logic                 read_time_o,     // A time is read; else 0
  output monitor_slot_t        slot_o,          // Which one
  input  logic [63:0]          time_i,          // What was read in the cycle before

  output logic [63:0]          span_o,          // The span that was added up in the cycle before
  output logic                 over_o,          // It has more than 32 bits
  output logic [31:0]          saturated_o      // The span in 32 bits
);

  typedef logic [TaskWidth-1:0] task_t;

  // Words of 64 bits. A task that runs has its run time and that of its job less the time at which
  // it began to run, and any task the age of its job less the job's release.
  typedef enum logic [1:0] {WordRun, WordZero, WordJob, WordAge} word_e;

  logic switching, begins, creates, loads_run, loads_job, runs;

  assign switching = what_i == TurnSwitch;
  assign creates   = what_i == TurnCreate;
  assign begins    = what_i inside {TurnCreate, TurnRelease};
  assign loads_run = what_i == TurnRegister & field_i == MonitorRunTime;
  assign loads_job = what_i == TurnRegister & field_i == MonitorJobRun;
  assign runs      = running_i & task_i == running_task_i;

  word_e       read_word, write_word;
  task_t       read_task, write_task;
  logic        subtracts, write;
  logic [63:0] word, result, result_q;

  always_comb begin
    slot_o    = at_i;
    read_task = switching ? next_i : task_i;
    unique case (step_i)
      StepIdle: begin
        read_word   = WordRun;
        read_task   = running_task_i;
        slot_o      = switches_at_i;
        read_time_o = 1'b1;
        if (!switches_i) begin
          read_word   = WordZero;
          read_time_o = 1'b0;
        end
      end
      StepRun: begin
        read_word   = WordJob;
        read_task   = task_i;
        read_time_o = runs;
      end
      StepJob: begin
        read_word   = WordAge;
        read_time_o = runs | ~(loads_job | loads_run);
        if (loads_job)             read_word = WordJob;
        if (loads_run | switching) read_word = WordRun;
      end
      default: begin
        read_word   = WordJob;
        read_time_o = 1'b1;
      end
    endcase
    if (step_i != StepIdle && (begins || clears_i)) read_word   = WordZero;
    if (step_i != StepIdle && clears_i)             read_time_o = 1'b0;
  end

  assign subtracts = switching ? step_i inside {StepAge, StepWrite} : begins;
  assign result    = word + (time_i ^ {64{subtracts}}) + 64'(subtracts);

  always_ff @(posedge clk_i) begin
    if (zero_i) result_q <= '0;
    else        result_q <= result;
  end

  always_comb begin
    write_task = switching & step_i inside {StepWrite, StepIdle} ? next_i : task_i;
    unique case (step_i)
      StepJob: begin
        write_word = WordRun;
        write      = creates | (switching & running_i);
      end
      StepAge: begin
        write_word = WordJob;
        write      = begins | (switching & running_i);
      end
      StepWrite: begin
        write_word = switching ? WordRun : WordAge;
        write      = begins | switching;
      end
      default: begin
        write_word = WordJob;
        write      = switching & wrote_i;
      end
    endcase
    if (init_i) begin
      write_word = init_word_i ? WordZero : WordRun;
      write_task = init_task_i;
      write      = 1'b1;
    end
  end

  isochron_ram_block #(.Width(64), .Depth(4 * NTasks)) u_words (
    .clk_i,
    .write_i(write), .waddr_i({write_task, write_word}), .wdata_i(result_q),
    .read_i(1'b1), .raddr_i({read_task, read_word}), .rdata_o(word)
  );

  assign span_o      = result_q;
  assign over_o      = result_q[63:32] != '0;
  assign saturated_o = result_q[31:0] | {32{over_o}};

endmodule
