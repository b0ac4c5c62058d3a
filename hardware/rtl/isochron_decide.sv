// SPDX-License-Identifier: Apache-2.0
//
// What each operation does: the whole of the hardware kernel's semantics, in one combinational
// block. It sees the operation, the subject (the task named, woken, expired or running), the
// running task and the object, and says what changes. FreeRTOS V11.2's tasks.c and queue.c are
// the reference; comments name the function where its behaviour is not obvious.
module isochron_decide
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NPriorities = 64,
  parameter int unsigned CountWidth  = 16,
  localparam int unsigned PriorityWidth = $clog2(NPriorities)
) (
  input  logic [5:0]               operation_i,        // operation_e or work_e
  input  source_e                  source_i,
  input  result_e                  error_i,            // found by the decoder; ResultFail: none
  input  logic [31:0]              argument_i,
  input  logic                     clear_i,            // NOTIFY_TAKE: clear the value on exit

  input  control_t                 subject_i,
  input  logic [PriorityWidth-1:0] subject_priority_i,
  input  logic                     subject_runs_i,     // the subject is the running task
  input  logic [7:0]               subject_object_i,   // object it waits or waited for
  input  notification_t            notification_i,
  input  logic                     expired_i,          // its deadline has been reached
  input  logic                     due_next_i,         // its deadline is the next tick

  input  logic                     current_alive_i,    // the running task
  input  logic [PriorityWidth-1:0] current_priority_i,
  input  logic                     several_i,          // its ready list holds more than one task

  input  logic                     exists_i,           // the object
  input  logic [CountWidth-1:0]    maximum_i,
  input  logic [CountWidth-1:0]    count_i,
  input  logic                     waiters_i,

  input  scheduler_t               scheduler_i,
  input  logic                     work_left_i,        // tasks or ticks are pended
  input  logic                     scanned_i,          // tasks due at the next tick are collected

  output action_t                  action_o,
  output logic                     write_object_o,
  output logic                     exists_o,
  output logic [CountWidth-1:0]    maximum_o,
  output logic [CountWidth-1:0]    count_o
);

  // ---------------------------------------------------------------------------------------------
  // Common conditions
  // ---------------------------------------------------------------------------------------------
  logic from_task, higher, preempts, defer, can_block, endless, due_next, suspended_task;
  logic [15:0] new_maximum, new_count;
  logic priority_valid;
  logic [CountWidth-1:0] count_changed;
  logic [31:0] value_changed;

  assign from_task = source_i == SourceTask;
  assign higher    = subject_priority_i > current_priority_i;
  assign preempts  = scheduler_i.preemption & higher;
  assign defer     = scheduler_i.suspended;  // xTaskRemoveFromEventList: to the pended tasks
  assign can_block = scheduler_i.started & ~scheduler_i.suspended & ~scheduler_i.resuming
                   & (subject_i.chain == ChainNone);
  assign endless   = &argument_i;
  assign due_next  = scanned_i & (operation_i == WorkRetry ? due_next_i : argument_i == 32'd1);

  assign new_maximum    = argument_i[31:16];
  assign new_count      = argument_i[15:0];
  assign priority_valid = argument_i[31:PriorityWidth] == '0
                        & 32'(argument_i[PriorityWidth-1:0]) < NPriorities;

  // prvTaskIsTaskSuspended
  assign suspended_task = (subject_i.place == PlaceNone) & (subject_i.chain == ChainNone)
                        & (notification_i.state != NotifyWaiting);

  // one adder each: up when given or notified, down when taken
  assign count_changed = count_i + (operation_i == OpGive ? CountWidth'(1) : '1);
  assign value_changed = notification_i.value + (operation_i == OpNotifyIncrement ? 32'd1 : '1);

  // ---------------------------------------------------------------------------------------------
  // Errors
  // ---------------------------------------------------------------------------------------------
  result_e error;

  always_comb begin
    error = error_i;
    if (error_i == ResultFail) begin
      unique case (operation_i)
        OpTake, OpGive, OpObjectDelete, OpObjectCount:
          if (!exists_i) error = ResultErrorObject;
        OpStart, OpTaskDelete, OpSuspend, OpResume, OpPriority, OpTaskState, OpNotifyNone,
        OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite, OpNotifyNoOverwrite:
          if (!subject_i.alive) error = ResultErrorTask;
        default: ;
      endcase
      unique case (operation_i)
        OpObjectCreate:
          if (exists_i) error = ResultErrorBusy;
          else if (new_maximum == '0 || new_maximum < new_count
                   || new_maximum != 16'(CountWidth'(new_maximum))) error = ResultErrorArgument;
        OpObjectDelete:
          if (exists_i && waiters_i) error = ResultErrorBusy;
        OpTaskCreate:
          if (subject_i.alive) error = ResultErrorBusy;
          else if (!priority_valid) error = ResultErrorArgument;
        OpPriority:
          if (subject_i.alive && !priority_valid) error = ResultErrorArgument;
        OpStart:
          if (scheduler_i.started) error = ResultErrorBusy;
          else if (subject_i.place != PlaceReady) error = ResultErrorTask;
        default: ;
      endcase
      // a task that deleted itself is still on the processor
      if (from_task && scheduler_i.started && !current_alive_i) error = ResultErrorTask;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // The operations
  // ---------------------------------------------------------------------------------------------
  logic [31:0] value;
  logic        ready, block, leave, wake, notified, waited, resume;

  always_comb begin
    action_o              = '0;
    action_o.code         = ResultOk;
    action_o.control      = subject_i;
    action_o.notification = notification_i;

    write_object_o = 1'b0;
    exists_o       = exists_i;
    maximum_o      = maximum_i;
    count_o        = count_i;

    ready    = 1'b0;  // the subject enters its ready list
    block    = 1'b0;  // the subject, the running task, blocks
    leave    = 1'b0;  // the subject leaves its lists, and enters none
    wake     = 1'b0;  // the subject is woken by an event
    notified = 1'b0;  // the subject gets a notification, `value`
    waited   = 1'b0;  // the notification value is taken
    resume   = 1'b0;  // the suspension of the scheduler ends
    value    = notification_i.value;

    unique case (operation_i)
      // -- semaphores ---------------------------------------------------------------------------
      OpTake: begin  // xQueueSemaphoreTake, first attempt
        if (count_i != '0) begin
          write_object_o = 1'b1;
          count_o        = count_changed;
        end else if (argument_i == '0 || !from_task || !can_block) begin
          action_o.code = ResultFail;
        end else begin
          block                    = 1'b1;
          action_o.chain           = ChainObject;
          action_o.control.chain   = ChainObject;
          action_o.control.waiting = WaitObject;
          action_o.control.endless = endless;
          action_o.write_deadline  = 1'b1;
        end
      end

      OpGive: begin
        if (count_i == maximum_i) begin
          action_o.code = ResultFail;
        end else begin
          write_object_o = 1'b1;
          count_o        = count_changed;
          wake           = waiters_i;
          action_o.schedule.yield = waiters_i & preempts & (source_i != SourceIsr);
        end
      end

      OpObjectCreate: begin
        write_object_o = 1'b1;
        exists_o       = 1'b1;
        maximum_o      = CountWidth'(new_maximum);
        count_o        = CountWidth'(new_count);
      end

      OpObjectDelete: begin
        write_object_o = 1'b1;
        exists_o       = 1'b0;
      end

      OpObjectCount: action_o.value = 32'(count_i);

      // -- the running task ---------------------------------------------------------------------
      OpYield: action_o.schedule.yield = 1'b1;

      OpDelay: begin
        action_o.schedule.yield = 1'b1;
        if (argument_i != '0) begin
          if (scheduler_i.started && subject_i.chain == ChainNone) begin
            block                    = 1'b1;
            action_o.control.endless = 1'b0;
            action_o.write_deadline  = 1'b1;
          end else begin
            action_o.code = ResultFail;
          end
        end
      end

      WorkRetry: begin
        action_o.write_control   = 1'b1;
        action_o.control.waiting = WaitNone;
        if (subject_i.waiting == WaitObject) begin  // xQueueSemaphoreTake, after it was woken
          if (!exists_i) begin
            action_o.code = ResultErrorObject;
          end else if (count_i != '0) begin
            write_object_o = 1'b1;
            count_o        = count_changed;
          end else if ((!subject_i.endless && expired_i) || !can_block) begin
            // the time-out's xTaskResumeAll acts on a yield that was left pending
            action_o.code  = ResultFail;
            action_o.schedule.yield = scheduler_i.yield_pending & scheduler_i.preemption;
          end else begin
            block                    = 1'b1;
            action_o.chain           = ChainObject;
            action_o.control.chain   = ChainObject;
            action_o.control.waiting = WaitObject;
          end
        end else begin
          waited = 1'b1;
        end
      end

      // -- the scheduler ------------------------------------------------------------------------
      OpSuspendAll: action_o.schedule.suspend_all = 1'b1;

      OpResumeAll: begin
        resume = scheduler_i.suspended & ~work_left_i;
        action_o.schedule.resume_begin = scheduler_i.suspended & work_left_i;
      end

      WorkPendedMove: begin
        ready                = 1'b1;
        action_o.schedule.latch_yield = higher;
      end

      WorkResumeStep: begin
        resume = ~work_left_i;
        action_o.schedule.resume_tasks = 1'b1;
      end

      OpStart: action_o.schedule.start = 1'b1;

      // -- tasks --------------------------------------------------------------------------------
      OpTaskCreate: begin
        action_o.link               = LinkReady;
        action_o.write_control      = 1'b1;
        action_o.control            = '0;
        action_o.control.alive      = 1'b1;
        action_o.control.place      = PlaceReady;
        action_o.write_priority     = 1'b1;
        action_o.write_notification = 1'b1;
        action_o.notification       = '0;
        action_o.schedule.yield              = scheduler_i.preemption
                                    & (argument_i[PriorityWidth-1:0] > current_priority_i);
      end

      OpTaskPointer: action_o.write_pointer = 1'b1;

      OpTaskDelete: begin
        leave                  = 1'b1;
        action_o.control.alive = 1'b0;
        action_o.schedule.yield         = subject_runs_i;
      end

      OpSuspend: begin
        leave          = 1'b1;
        action_o.schedule.yield = subject_runs_i;
        if (notification_i.state == NotifyWaiting) begin
          action_o.write_notification = 1'b1;
          action_o.notification.state = NotifyIdle;
        end
      end

      OpResume: begin
        if (!suspended_task || (from_task && subject_runs_i)) begin
          action_o.code = ResultFail;
        end else if (from_task) begin  // vTaskResume: ready even while the scheduler is suspended
          ready          = 1'b1;
          action_o.schedule.yield = preempts;
        end else if (defer) begin      // xTaskResumeFromISR: does not look at priorities then
          action_o.chain         = ChainPended;
          action_o.write_control = 1'b1;
          action_o.control.chain = ChainPended;
        end else begin
          ready                = 1'b1;
          action_o.schedule.latch_yield = higher;
          action_o.woken       = higher;
        end
      end

      OpPriority: begin  // vTaskPrioritySet
        if (argument_i[PriorityWidth-1:0] != subject_priority_i) begin
          action_o.write_priority = 1'b1;
          if (subject_i.place == PlaceReady) begin
            action_o.unlink = 1'b1;
            action_o.link   = LinkReady;
          end
          if (argument_i[PriorityWidth-1:0] > subject_priority_i) begin
            action_o.schedule.yield = scheduler_i.preemption & ~subject_runs_i
                           & (argument_i[PriorityWidth-1:0] > current_priority_i);
          end else begin
            action_o.schedule.yield = scheduler_i.preemption & subject_runs_i;
          end
        end
      end

      OpTaskState: begin
        action_o.value[15:8]  = 8'(subject_priority_i);
        action_o.value[23:16] = subject_object_i;
        if (subject_runs_i)                             action_o.value[2:0] = StateRunning;
        else if (subject_i.chain == ChainPended)        action_o.value[2:0] = StateReady;
        else if (subject_i.place == PlaceReady)         action_o.value[2:0] = StateReady;
        else if (suspended_task)                        action_o.value[2:0] = StateSuspended;
        else                                            action_o.value[2:0] = StateBlocked;
      end

      // -- notifications ------------------------------------------------------------------------
      OpNotifyNone:      notified = 1'b1;
      OpNotifySetBits: begin
        notified = 1'b1;
        value    = notification_i.value | argument_i;
      end
      OpNotifyIncrement: begin
        notified = 1'b1;
        value    = value_changed;
      end
      OpNotifyOverwrite: begin
        notified = 1'b1;
        value    = argument_i;
      end
      OpNotifyNoOverwrite: begin
        notified = 1'b1;
        if (notification_i.state != NotifyReceived) value = argument_i;
        else action_o.code = ResultFail;
      end

      OpNotifyTake: begin  // ulTaskGenericNotifyTake
        if (notification_i.value != '0 || argument_i == '0 || !can_block) begin
          waited = 1'b1;
        end else begin
          block                       = 1'b1;
          action_o.control.waiting    = clear_i ? WaitNotifyClear : WaitNotifyDecrement;
          action_o.control.endless    = endless;
          action_o.write_deadline     = 1'b1;
          action_o.write_notification = 1'b1;
          action_o.notification.state = NotifyWaiting;
        end
      end

      // -- time ---------------------------------------------------------------------------------
      WorkExpire: begin
        ready          = 1'b1;
        action_o.schedule.yield = preempts;
      end

      WorkTickEnd: action_o.schedule.yield = scheduler_i.preemption
                                  & ((scheduler_i.time_slicing & several_i)
                                     | scheduler_i.yield_pending);

      WorkScan: if (due_next_i) begin
        action_o.unlink = 1'b1;
        action_o.link   = LinkDue;
      end

      default: ;
    endcase

    // -- the end of xTaskResumeAll --------------------------------------------------------------
    action_o.schedule.resume_end   = resume;
    action_o.schedule.resume_yield = resume & scheduler_i.started & scheduler_i.preemption
                          & scheduler_i.yield_pending;
    if (operation_i == OpResumeAll || resume) begin
      action_o.code = action_o.schedule.resume_yield ? ResultOk : ResultFail;
    end

    // -- xTaskGenericNotify and its like --------------------------------------------------------
    if (notified) begin
      action_o.value              = notification_i.value;
      action_o.write_notification = 1'b1;
      action_o.notification.state = NotifyReceived;
      action_o.notification.value = value;
      if (notification_i.state == NotifyWaiting) begin
        if (from_task) ready = 1'b1;  // even while the scheduler is suspended
        else           wake  = 1'b1;
        action_o.schedule.yield = preempts & (source_i != SourceIsr);
      end
    end

    // The value is taken: at once, or by the load of RESULT after the wait
    if (waited) begin
      action_o.code               = notification_i.value != '0 ? ResultOk : ResultFail;
      action_o.value              = notification_i.value;
      action_o.write_notification = 1'b1;
      action_o.notification.state = NotifyIdle;
      if (notification_i.value != '0) begin
        if (operation_i == WorkRetry ? subject_i.waiting == WaitNotifyClear : clear_i) begin
          action_o.notification.value = '0;
        end else begin
          action_o.notification.value = value_changed;
        end
      end
    end

    // -- moves between lists --------------------------------------------------------------------
    if (block) begin  // prvAddCurrentTaskToDelayedList
      action_o.unlink        = subject_i.place != PlaceNone;
      action_o.write_control = 1'b1;
      action_o.again         = 1'b1;
      action_o.schedule.yield         = 1'b1;
      if (action_o.control.endless) begin
        action_o.control.place = PlaceNone;
      end else begin
        action_o.control.place = PlaceDelayed;
        action_o.link          = due_next ? LinkDue : LinkDelayed;
      end
    end
    if (wake) begin  // xTaskRemoveFromEventList
      action_o.schedule.latch_yield = higher;
      action_o.woken       = higher & (source_i == SourceIsr);
      action_o.unchain     = subject_i.chain != ChainNone;
      if (defer) begin
        action_o.chain         = ChainPended;
        action_o.write_control = 1'b1;
        action_o.control.chain = ChainPended;
      end else begin
        ready = 1'b1;
      end
    end
    if (ready | leave) begin
      action_o.unlink        = subject_i.place != PlaceNone;
      action_o.unchain       = subject_i.chain != ChainNone;
      action_o.write_control = 1'b1;
      action_o.control.chain = ChainNone;
      action_o.control.place = ready ? PlaceReady : PlaceNone;
      action_o.link          = ready ? LinkReady : LinkNone;
    end

    // -- a refused operation changes nothing ----------------------------------------------------
    if (error != ResultFail) begin
      action_o       = '0;
      action_o.code  = error;
      write_object_o = 1'b0;
    end
  end

endmodule
