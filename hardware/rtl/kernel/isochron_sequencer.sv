// SPDX-License-Identifier: Apache-2.0
//
// One operation at a time, one stage per cycle:
//
//   Fetch   the object is known: read its record and its bitmap of waiting priorities
//   Rank    the best waiter's priority: read the first task of its chain
//   Head    that task is known
//   Read    the task's links and record
//   Decide  what changes, and most of the changes
//
// A command enters Fetch in the cycle after it appears on the bus, whatever else goes on, and is
// granted in its Decide stage: always `CommandLatency` cycles later. Work of the background that
// has not reached Decide is dropped for it and repeated later. Work that is in Decide just then
// finishes its insertions in the three cycles after, before the command reads links.
//
// An operation that moves two tasks between state lists (a mutex's holder and the caller) needs a
// second pass: when the first one's insertion is done it goes through Read and Decide again, ahead
// of anything else. That ends within the pause after a command's grant.
//
// A message that wakes a task has a second pass, too, through all five stages, as the QUEUE_COMMIT of
// its transfer: the first one has looked where the caller would wait. It is granted, or answered, in the
// Decide stage of the second.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_sequencer
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks          = 32,    // Tasks, idle included
  parameter int unsigned NLines          = 8,     // Interrupt lines, 1 to 32
  parameter int unsigned NPriorities     = 64,    // Priorities; area grows with their number's bits
  parameter int unsigned CountWidth      = 16,    // Bits of a semaphore's count, 1 to 16
  parameter int unsigned MessageWords    = 64,    // Words that a queue has for its items
  parameter bit          EventGroups     = 1'b1,  // There are event groups
  parameter bit          Affinity        = 1'b0,  // There are AFFINITY and PREEMPTION
  localparam int unsigned TaskWidth = $clog2(NTasks),
  localparam int unsigned LineWidth = NLines > 1 ? $clog2(NLines) : 1
) (
  input  logic                 clk_i,                // Clock
  input  logic                 rst_ni,               // Asynchronous reset, active low

  input  logic                 ready_i,              // The memories are initialised
  input  logic                 held_i,               // Nothing but commands may begin

  input  command_t             command_i,            // A command, for one cycle

  input  logic                 dispatch_i,           // Another task starts to run
  input  logic [TaskWidth-1:0] current_i,            // The running task

  // An interrupt line
  input  line_event_t          line_event_i,         // The line that waits to be served
  input  logic                 clearing_i,           // ... once a new task's notifications are cleared
  output served_t              line_served_o,        // The line that is served

  // The background
  input  work_t                work_i,               // The work that there is
  input  logic                 busy_i,               // An insertion goes on
  output logic                 idle_o,               // Work would begin now
  output progress_t            progress_o,           // How the sequencer stands
  output logic                 ends_o,               // An operation is in its last cycle

  input  action_t              action_i,             // What the operation does, in Decide

  input  message_t             message_i,            // A message that wakes a task, in Decide

  output operation_t           operation_o,          // The operation
  input  logic [TaskWidth-1:0] head_task_i           // The first waiter, in Head
);

  stage_e               stage_q;
  operation_e           operation_q;
  source_e              source_q;
  result_e              error_q;
  logic [7:0]           id_q;
  logic [1:0]           index_q;
  logic [31:0]          argument_q;
  logic [TaskWidth-1:0] task_q;
  logic [LineWidth-1:0] line_q;
  logic                 second_q;
  logic                 follows_q;  // the second pass is of a message, all five stages

  logic      twice;  // a second pass follows the one that is in its Decide stage
  argument_t about_argument;
  stages_t   stage;
  logic line_event;
  logic gives, command_active, uncommitted, resume_ends, line_take, work_take, drop;
  stage_e work_stage;

  assign twice          = action_i.twice;
  assign command_active = stage_q != StageIdle & (source_q inside {SourceTask, SourceIsr});
  assign uncommitted    = stage_q != StageIdle & stage_q != StageDecide;

  // It may ask for a switch, and then lines wait.
  assign resume_ends    = stage_q == StageDecide & operation_q == WorkResumeStep;

  assign line_event = line_event_i.valid & ~clearing_i;

  // A command or a dispatch drops what has changed nothing yet; a line drops work of time.
  assign line_take = ready_i & line_event & ~held_i & ~command_i.valid & ~dispatch_i & ~command_active
                   & ~resume_ends & (stage_q == StageIdle | source_q == SourceTime);
  // What is to be done is known where links do not change and the background's were read.
  logic calm_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                                                    calm_q <= 1'b0;
    else if (stage_q inside {StageIdle, StageHead} && !busy_i) calm_q <= ~line_event & ~work_i.valid;
  end

  assign progress_o = '{
    ready:   ready_i,
    decides: stage.decide,
    done:    stage.decide & command_active & ~message_i.follows
             & (~second_q | (MessageWords != 0 & follows_q)),
    quiet:   calm_q & stage_q == StageIdle & ~clearing_i
  };

  assign idle_o    = ready_i & stage_q == StageIdle & ~busy_i & ~command_i.valid & ~dispatch_i
                   & ~line_event;
  assign work_take = idle_o & work_i.valid & ~held_i;
  assign drop      = dispatch_i & uncommitted;

  function automatic logic names_task(operation_e operation);
    return operation inside {OpStart, OpTaskCreate, OpTaskPointer, OpTaskDelete, OpSuspend,
                             OpResume, OpPriority, OpTaskState, OpAbortDelay, OpNotifyNone,
                             OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite,
                             OpNotifyNoOverwrite, OpNotifyStateClear, OpNotifyValueClear}
           | (Affinity & operation inside {OpAffinity, OpPreemption});
  endfunction

  // Work that needs no object enters late.
  always_comb begin
    unique case (work_i.kind)
      WorkExpire, WorkGroupStep, WorkGroupEnd: work_stage = StageFetch;
      WorkScan, WorkMeasure: work_stage = StageHead;
      default:    work_stage = StageRead;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q   <= StageIdle;
      second_q  <= 1'b0;
      follows_q <= 1'b0;
    end else if (command_i.valid || line_take) begin
      stage_q <= StageFetch;
    end else if (work_take) begin
      stage_q <= work_stage;
    end else if (drop) begin
      stage_q <= StageIdle;
    end else begin
      unique case (stage_q)
        StageFetch: stage_q <= StageRank;
        StageRank:  stage_q <= StageHead;
        StageHead:  stage_q <= StageRead;
        StageRead:  stage_q <= StageDecide;
        StageDecide: begin
          stage_q   <= message_i.follows ? StageFetch : twice ? StageRepeat : StageIdle;
          second_q  <= message_i.follows | twice;
          follows_q <= message_i.follows;
        end
        StageRepeat: if (!busy_i) stage_q <= StageRead;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (command_i.valid) begin
      operation_q <= command_i.kind;
      source_q    <= command_i.source;
      error_q     <= command_i.error;
      id_q        <= command_i.id;
      index_q     <= command_i.index;
      task_q      <= names_task(command_i.kind) ? command_i.id[TaskWidth-1:0] : current_i;
    end else if (line_take) begin
      if (line_event_i.binding.to_task)       operation_q <= OpNotifyIncrement;
      else if (line_event_i.binding.to_group) operation_q <= OpGroupSet;
      else                      operation_q <= OpGive;
      source_q    <= SourceLine;
      error_q     <= line_event_i.error;
      id_q        <= line_event_i.binding.id;
      index_q     <= '0;
      task_q      <= line_event_i.binding.id[TaskWidth-1:0];
    end else if (idle_o && work_i.awake) begin
      // whether there is work is known late: only the stage needs it
      operation_q <= work_i.kind;
      source_q    <= SourceTime;
      error_q     <= ResultFail;
      id_q        <= work_i.id;
      task_q      <= work_i.subject[TaskWidth-1:0];
    end else if (stage_q == StageHead && gives) begin
      task_q <= head_task_i;
    end else if (stage_q == StageDecide && message_i.follows) begin
      operation_q <= OpQueueCommit;
      id_q        <= message_i.object;
      if (action_i.code > ResultOk) error_q <= action_i.code;  // it was refused: so is this
    end
  end

  // It has a reset for simulation alone: until a line is served, an unknown one would make all that
  // are pending unknown.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)        line_q <= '0;
    else if (line_take) line_q <= line_event_i.line[LineWidth-1:0];
  end

  // Work of time has one tick as its argument.
  always_ff @(posedge clk_i) begin
    if (idle_o && work_i.awake)        argument_q <= 32'd1;
    else if (command_i.valid)                argument_q <= command_i.argument;
    else if (EventGroups && line_take) argument_q <= 32'(line_event_i.binding.bits);
    else if (stage_q == StageDecide && message_i.follows) argument_q <= 32'(message_i.done);
  end

  isochron_argument #(.NPriorities(NPriorities), .CountWidth(CountWidth),
                      .MessageWords(MessageWords), .Affinity(Affinity)) u_argument (
    .clk_i, .active_i(operation_o.active), .operation_i(operation_q), .argument_i(argument_q),
    .argument_o(about_argument)
  );

  assign stage = '{
    fetch:  stage_q == StageFetch,
    rank:   stage_q == StageRank,
    head:   stage_q == StageHead,
    read:   stage_q == StageRead,
    decide: stage_q == StageDecide
  };

  assign gives       = operation_q inside {OpGive, OpQueueCommit, OpObjectReset};
  assign operation_o = '{
    stage:        stage,
    gives:        gives,
    appends:      operation_q inside {OpTake, OpQueueSend, OpQueueReceive, OpQueueWait,
                                      OpGroupWait, OpGroupSync, OpGroupSet, OpGroupDelete,
                                      WorkGroupEnd, WorkRetry},
    subject:      TaskIdWidth'(task_q),
    active:       stage_q != StageIdle,
    kind:         operation_q,
    source:       source_q,
    error:        error_q,
    id:           id_q,
    index:        index_q,
    argument:     argument_q,
    about:        about_argument,
    senders:      operation_q inside {OpQueueSend, OpObjectReset}
                  | (operation_q == OpQueueCommit & argument_q[1:0] == CommitReceived),
    names_object: is_of_object(operation_q),
    second:       second_q
  };
  assign ends_o        = stage.decide & ~message_i.follows & ~twice;
  assign line_served_o = '{valid: stage.decide & source_q == SourceLine, line: 5'(line_q)};

  `ISOCHRON_ASSERT(OneOperationEntersACycle, $onehot0({command_i.valid, line_take, work_take}))
  `ISOCHRON_ASSERT(OneCommandAtATime, ~(command_i.valid & command_active))
  `ISOCHRON_ASSERT(ASecondPassIsNotDropped, ~(second_q & uncommitted & (command_i.valid | drop)))

  logic unused;
  assign unused = ^{line_event_i, work_i, message_i, action_i};

endmodule
