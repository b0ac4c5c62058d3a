// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency, isochron_refused, isochron_reset and isochron_stages
// (hardware/formal/proofs.toml): one notification of one task, whichever they are. A model beside the
// kernel sees only what operations ask for and answer. It is FreeRTOS V11.2's xTaskGenericNotify,
// ulTaskGenericNotifyTake, xTaskGenericNotifyWait and their relatives; what is in memory, and every
// answer, is the model's.
module isochron_notified
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks         = 32,
  parameter int unsigned NNotifications = 4,
  localparam int unsigned TaskWidth = $clog2(NTasks)
) (
  input logic clk_i,
  input logic rst_ni
);

  (* keep *) logic [TaskWidth-1:0] task_q;   // an arbitrary task, always the same
  (* keep *) logic [1:0]           index_q;  // an arbitrary one of its notifications

  always_ff @(posedge clk_i) begin
    task_q  <= task_q;
    index_q <= index_q;
  end

  always_comb assume (32'(task_q) < NTasks & 32'(index_q) < NNotifications);

  // -- What operations ask for --------------------------------------------------------------------
  operation_e  operation;
  logic [31:0] argument;
  logic        accepted;                      // an operation is decided, and not refused
  logic        own, named;                    // ... it is the task's; it names the task
  logic        creates, notifies, suspends, takes, waits, ends, clears, sets;
  wait_e       wait_q;                        // for which the task blocked, and RESULT completes it

  assign operation = isochron.operation.kind;
  assign argument  = isochron.operation.argument;
  assign accepted  = isochron.operation.stage.decide & ~isochron.u_latency.second
                   & ~isochron.u_decide.awaits_tick
                  & isochron.action.code inside {ResultOk, ResultFail};
  assign own       = accepted & isochron.operation.source == SourceTask & isochron.current == task_q;

  assign named    = accepted & isochron.operation.subject == task_q;
  assign creates  = named & operation == OpTaskCreate;
  assign suspends = named & operation == OpSuspend;
  assign notifies = named & isochron.operation.index == index_q
                  & operation inside {OpNotifyNone, OpNotifySetBits, OpNotifyIncrement,
                                      OpNotifyOverwrite, OpNotifyNoOverwrite};
  assign clears   = named & isochron.operation.index == index_q
                  & operation inside {OpNotifyStateClear, OpNotifyValueClear};
  assign takes    = own & isochron.operation.index == index_q & operation == OpNotifyTake;
  assign waits    = own & isochron.operation.index == index_q & operation == OpNotifyWait;
  assign sets     = own & operation == OpOperand;
  assign ends     = own & operation == WorkRetry & wait_q != WaitNone;

  // -- The model ----------------------------------------------------------------------------------
  logic          known_q;           // the task was created
  notification_t model_q, model;
  logic [31:0]   entry_q, exit_q;   // operands of the task
  control_t      control, subject;  // in memory, of the task; of the operation's subject
  logic          can_block, found, blocks;
  logic [31:0]   value;             // VALUE

  assign control   = control_t'(isochron.u_tasks.u_control.memory_q[task_q]);
  assign subject   = control_t'(isochron.u_tasks.u_control.memory_q[isochron.operation.subject]);
  assign can_block = isochron.scheduler.started & ~isochron.scheduler.suspended
                   & ~isochron.scheduler.resuming & control.chain == ChainNone;

  always_comb begin
    model  = model_q;
    found  = 1'b1;
    blocks = 1'b0;
    value  = model_q.value;
    if (creates) model = '0;
    if (suspends && model_q.state == NotifyWaiting) model.state = NotifyIdle;
    if (notifies) begin
      model.state = NotifyReceived;
      unique case (operation)
        OpNotifySetBits:   model.value = model_q.value | argument;
        OpNotifyIncrement: model.value = model_q.value + 1;
        OpNotifyOverwrite: model.value = argument;
        OpNotifyNoOverwrite: begin
          found = model_q.state != NotifyReceived;
          if (found) model.value = argument;
        end
        default: ;
      endcase
    end
    if (clears && operation == OpNotifyStateClear) begin
      found = model_q.state == NotifyReceived;
      if (found) model.state = NotifyIdle;
    end
    if (clears && operation == OpNotifyValueClear) model.value = model_q.value & ~argument;
    if (takes || (ends && wait_q != WaitNotifyValue)) begin
      found       = model_q.value != '0;
      model.state = NotifyIdle;
      if (found) begin
        model.value = (takes ? isochron.operation.id[0] : wait_q == WaitNotifyClear) ? '0 : model_q.value - 1;
      end
    end
    if (waits || (ends && wait_q == WaitNotifyValue)) begin
      found       = model_q.state == NotifyReceived;
      model.state = NotifyIdle;
      if (found)      model.value = model_q.value & ~exit_q;
      else if (waits) model.value = model_q.value & ~entry_q;
      if (waits && !found) value = model_q.value & ~entry_q;
    end
    if ((takes || waits) && !found && argument != '0 && can_block) begin
      blocks      = 1'b1;
      model.state = NotifyWaiting;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
      wait_q  <= WaitNone;
    end else begin
      known_q <= known_q | creates;
      if (creates || ends)      wait_q <= WaitNone;
      else if (waits && blocks) wait_q <= WaitNotifyValue;
      else if (takes && blocks) wait_q <= isochron.operation.id[0] ? WaitNotifyClear : WaitNotifyDecrement;
    end
  end

  always_ff @(posedge clk_i) begin
    model_q <= model;
    if (sets && !isochron.operation.id[0]) entry_q <= argument;
    if (sets && isochron.operation.id[0])  exit_q  <= argument;
  end

  // An operand that was never set is whatever is in memory.
  always_comb begin
    if (!isochron.u_latency.reset_q) begin
      assume (entry_q == isochron.u_tasks.gen_operand[0].u_operand.memory_q[task_q]);
      assume (exit_q == isochron.u_tasks.gen_operand[1].u_operand.memory_q[task_q]);
    end
  end

  // Assumed of the chains: in a group's are tasks that wait for a group, and are not ready.
  always_comb begin
    if (rst_ni & isochron.operation.stage.decide & operation == WorkGroupStep) begin
      assume (subject.waiting == WaitGroup & subject.place != PlaceReady);
    end
  end

  // -- What is proven -----------------------------------------------------------------------------
  notification_t stored;
  logic          clearing;  // the new task's notification is not cleared yet
  logic          wakes, pends;

  assign stored   = notification_t'(isochron.u_tasks.u_notification.memory_q[{task_q, index_q}]);
  assign clearing = isochron.clearing & isochron.operation.subject == task_q;
  assign wakes    = notifies & model_q.state == NotifyWaiting;
  assign pends    = isochron.scheduler.suspended & isochron.operation.source != SourceTask;

  always_comb begin
    if (rst_ni & ~isochron.init.active & known_q) begin
      if (clearing) assert (model_q == '0);
      else          assert (stored == model_q);
    end
    // answers
    if (rst_ni & known_q & (notifies | clears | takes | waits | ends)) begin
      assert (isochron.action.again == blocks);
      if (!blocks) assert (isochron.action.code == (found ? ResultOk : ResultFail));
      if (!blocks && operation != OpNotifyStateClear) assert (isochron.action.value == value);
      if (isochron.operation.source == SourceTask) begin
        assert (isochron.u_tasks.write_result
                & isochron.u_tasks.result_task == isochron.u_tasks.caller
                & isochron.action.code == isochron.action.code
                & isochron.action.value == isochron.action.value);
      end
    end
    // a notification for a task that is there is refused only to one that waits for
    // a group's walk, waits and was not told so, or has deleted itself
    if (rst_ni & isochron.operation.stage.decide & isochron.operation.error == ResultFail
        & isochron.operation.index == index_q & isochron.operation.subject == task_q & control.alive
        & ~isochron.walk.active & isochron.current_state.alive
        & (isochron.operation.source != SourceTask | ~isochron.u_refused.unanswered)
        & operation inside {OpNotifyNone, OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite,
                            OpNotifyNoOverwrite}) begin
      assert (notifies);
    end
    // wake-ups: who waits becomes ready, or will at the end of the suspension; nobody else moves
    if (rst_ni & known_q & notifies) begin
      if (wakes & pends) begin
        assert (isochron.action.chain == ChainPended & isochron.action.write_control
                & isochron.action.control.chain == ChainPended);
      end else if (wakes) begin
        assert (isochron.action.link == LinkReady & isochron.action.write_control
                & isochron.action.control.place == PlaceReady
                & isochron.action.control.chain == ChainNone);
      end else begin
        assert (isochron.action.link == LinkNone & isochron.action.chain == ChainNone
                & ~isochron.action.unlink & ~isochron.action.unchain
                & ~isochron.action.write_control);
      end
    end
    // who blocks leaves its ready list in the same operation
    if (rst_ni & known_q & blocks) begin
      assert (isochron.action.write_control & isochron.action.control.place != PlaceReady);
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  logic [1:0] waited;   // of the notification for which the task waits
  logic [1:0] cleared;  // so many of a new task's are

  assign waited  = 2'(isochron.u_tasks.u_wait.memory_q[task_q] >> $clog2(isochron.NPriorities));
  assign cleared = isochron.u_tasks.gen_several.clear_q;

  always_comb begin
    if (rst_ni) begin
      assert (~isochron.init.active | (~known_q & wait_q == WaitNone));
      assert (entry_q == isochron.u_tasks.gen_operand[0].u_operand.memory_q[task_q]);
      assert (exit_q == isochron.u_tasks.gen_operand[1].u_operand.memory_q[task_q]);
    end
    if (rst_ni & ~isochron.init.active) begin
      assert (~control.alive | known_q);
      assert ((wait_q != WaitNone) == (known_q & waited == index_q
              & control.waiting inside {WaitNotifyDecrement, WaitNotifyClear, WaitNotifyValue}));
      if (wait_q != WaitNone) assert (control.waiting == wait_q);
      if (known_q & wait_q == WaitNone) assert (model_q.state != NotifyWaiting);
      if (clearing & cleared > index_q) assert (stored == '0);
      if (isochron.u_latency.age_q != '0 & operation == WorkRetry & isochron.operation.error == ResultFail)
      begin
        assert (subject.waiting != WaitNone);
      end
      if (isochron.u_latency.second & isochron.operation.subject == task_q
          & operation inside {OpTake, OpQueueSend, OpQueueReceive}) begin
        assert (wait_q == WaitNone);
      end
    end
  end

endmodule

bind isochron isochron_notified #(.NTasks(NTasks), .NNotifications(NNotifications)) u_notified (.*);
