// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron beside isochron_latency (hardware/formal/proofs.toml): which commands are refused
// by their address alone, or because RESULT was not loaded before; and that a refused command,
// whatever the reason, changes nothing in its Decide stage but the result of who asked, ERROR, and
// what time does at any moment: ticks that come, lines' edges, the monitor. And that a load of RESULT
// by a task that is blocked says AGAIN and is no command.
module isochron_refused
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks   = 32,
  parameter int unsigned NObjects = 64,
  parameter int unsigned MessageWords = 64
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [19:0] addr_i,
  input logic [31:0] wdata_i
);

  logic       in_window, entered;  // a store to a command window; the request has entered
  operation_e operation;
  logic [7:0] id;
  logic [1:0] index;
  // with one core
  localparam logic [63:0] OfTasks = TaskOperations & ~(64'd1 << OpAffinity | 64'd1 << OpPreemption);
  logic       exists, names_object, names_task, names_one;
  result_e    expected, error;  // by the address; what the kernel found
  logic       of_message;          // its second pass, of a message that wakes a task
  logic       ended;               // a pass of it is in Decide
  logic       refused, refused_q;

  assign in_window = isochron.u_latency.in_window;
  assign entered   = isochron.u_latency.age_q != '0;
  assign of_message = isochron.u_latency.of_message;
  assign operation = operation_e'(addr_i[15:10]);
  assign id        = addr_i[9:2];
  assign index     = addr_i[19:18];

  assign names_object = operation inside {OpTake, OpGive, OpObjectCreate, OpObjectDelete,
                          OpObjectCount, OpMutexCreate, OpObjectHolder, OpQueueCreate, OpQueueSend,
                          OpQueueReceive, OpQueueOverwrite, OpQueueCommit, OpObjectReset,
                          OpQueueWait, OpGroupCreate, OpGroupDelete, OpGroupWait, OpGroupSync,
                          OpGroupSet, OpGroupClear};
  assign names_task   = operation inside {OpStart, OpTaskCreate, OpTaskPointer, OpTaskDelete,
                          OpSuspend, OpResume, OpPriority, OpTaskState, OpAbortDelay, OpNotifyNone,
                          OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite,
                          OpNotifyNoOverwrite, OpNotifyStateClear, OpNotifyValueClear};
  assign names_one    = operation inside {OpOperand, OpStepTick};
  assign exists       = (addr_i[16] ? IsrOperations[operation] : OfTasks[operation])
                      & addr_i[1:0] == '0
                      & (index == '0 | operation inside {OpNotifyTake, OpNotifyWait, OpNotifyNone,
                          OpNotifySetBits, OpNotifyIncrement, OpNotifyOverwrite,
                          OpNotifyNoOverwrite, OpNotifyStateClear, OpNotifyValueClear}
                        | (MessageWords != 0
                           & (index == 2'd1 & operation inside {OpQueueSend, OpQueueReceive,
                                                                OpQueueOverwrite}
                              | index == 2'd2 & operation inside {OpQueueSend, OpQueueReceive})));

  always_comb begin
    expected = ResultFail;  // none
    if (!exists)                                  expected = ResultErrorOperation;
    else if (names_object && 32'(id) >= NObjects) expected = ResultErrorObject;
    else if (names_task && 32'(id) >= NTasks)     expected = ResultErrorTask;
    else if (names_one && id > 8'd1)              expected = ResultErrorArgument;
  end

  assign error   = isochron.u_decide.u_refusals.error_o;
  assign ended   = isochron.operation.stage.decide & entered;
  assign refused = ended & error != ResultFail;

  // Every register that keeps the kernel's state, but those that time may change at any moment.
  logic [511:0] state, state_q;
  logic         of_task_q, in_window_q, of_message_q;
  logic [31:0]  register_q;  // ERROR
  result_e      code_q;
  operation_e   operation_q;
  logic [7:0]   id_q, count_q;

  assign state = 512'({
    isochron.scheduler, isochron.u_running.gen_core.u_scheduler.requested_q, isochron.current,
    isochron.selection.id, isochron.selection.valid, isochron.u_state_lists.u_lists.u_ready.ready_q,
    isochron.u_background.tick_open_q, isochron.u_background.more_due_q,
    isochron.u_background.scanned_q, isochron.u_background.scan_q,
    isochron.now, isochron.status.overflows, isochron.status.period,
    isochron.u_objects.u_chains.pended_any_q, isochron.u_objects.u_chains.pended_first_q,
    isochron.u_objects.u_chains.pended_last_q,
    isochron.u_objects.gen_groups.u_groups.walk_q, isochron.u_objects.gen_groups.u_groups.ended_q,
    isochron.u_objects.gen_groups.u_groups.keep_q, isochron.u_objects.gen_groups.u_groups.object_q,
    isochron.u_objects.gen_groups.u_groups.task_q, isochron.u_objects.gen_groups.u_groups.last_q,
    isochron.u_objects.gen_groups.u_groups.clears_q,
    isochron.u_background.gen_tickless.u_idle.done_q, isochron.u_background.gen_tickless.u_idle.node_q,
    isochron.u_background.gen_tickless.u_idle.nearest_q,
    isochron.u_lines.enable_q, isochron.u_lines.gen_groups.group_q,
    isochron.configuration.tick_hook, isochron.configuration.monitor_hook
  });

  // Whose the request to switch is, whether it was told, and whether it waits for the last of a tick,
  // unless the caller has not switched for too long.
  logic [2:0] request_q;
  logic       impatient;

  assign impatient = &isochron.u_running.gen_core.u_scheduler.patience_q;
  action_t    quiet;  // what a refused command does, but for what it would write if it wrote

  always_comb begin
    quiet              = '0;
    quiet.code         = error;
    quiet.control      = isochron.action.control;
    quiet.notification = isochron.action.notification;
    quiet.object       = '{write: 1'b0, record: isochron.action.object.record};
    quiet.owner        = '{write: 1'b0, write_level: 1'b0, level: isochron.action.owner.level,
                           standing: isochron.action.owner.standing};
  end

  logic unanswered;  // the running task waits, or RESULT has its wait to complete

  assign unanswered = isochron.current_state.waits
                    | (isochron.scheduler.started & ~isochron.scheduler.suspended
                       & ~isochron.current_state.ready);

  logic blocked;  // a load of RESULT finds the running task blocked

  assign blocked = isochron.u_latency.is_result & ~entered & ~isochron.u_latency.answered
                 & isochron.scheduler.started
                 & ~isochron.scheduler.suspended
                 & ~isochron.current_state.ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) refused_q <= 1'b0;
    else         refused_q <= refused;
  end

  always_ff @(posedge clk_i) begin
    state_q     <= state;
    request_q   <= {isochron.u_running.gen_core.u_scheduler.own_q & ~impatient,
                    isochron.u_running.gen_core.u_scheduler.told_q,
                    isochron.u_running.gen_core.u_scheduler.of_tick_q & isochron.due.more_due & ~impatient};
    of_task_q   <= isochron.operation.source == SourceTask;
    of_message_q <= of_message;
    register_q  <= isochron.status.error;
    code_q      <= error;
    operation_q <= operation;
    id_q        <= id;
    in_window_q <= in_window;
    count_q     <= isochron.status.error[RegErrorCountLsb +: 8];
  end

  always_comb begin
    // the operation is what the request says
    if (rst_ni & entered) begin
      assert (isochron.operation.source == (in_window & addr_i[16] ? SourceIsr : SourceTask));
      if (of_message) begin
        assert (isochron.operation.kind == OpQueueCommit);
        if (in_window & expected != ResultFail) assert (isochron.operation.error == expected);
      end else begin
        assert (isochron.operation.error == (in_window ? expected : ResultFail));
        assert (isochron.operation.kind == (in_window ? operation : WorkRetry));
        if (in_window) begin
          assert (isochron.operation.id == id & isochron.operation.index == index
                  & isochron.operation.argument == wdata_i);
        end
      end
    end
    if (rst_ni & blocked) begin
      assert (isochron.gnt_o & isochron.rdata[RegResultAgainLsb]);
      assert (~isochron.command.valid & ~isochron.dispatch);
    end
    // a new task's notifications are cleared before the next command gets to Decide
    if (rst_ni & isochron.clearing) begin
      assert (isochron.u_latency.since_q == 4'(isochron.u_tasks.gen_several.clear_q) + 4'd1);
    end
    if (rst_ni & isochron.operation.stage.decide) begin
      assert (isochron.found.error inside {ResultFail, ResultErrorObject, ResultErrorBusy,
                                            ResultErrorArgument, ResultMember});
    end
    if (rst_ni & ended & in_window & expected != ResultFail) begin
      assert (error == expected);
    end
    // a task gives one command at a time
    if (rst_ni & ended & ~of_message & in_window & ~addr_i[16] & expected == ResultFail) begin
      if (unanswered) assert (error == ResultErrorBusy | ~isochron.current_state.alive);
      if (isochron.walk.active & operation inside {OpGroupDelete, OpGroupWait, OpGroupSync,
                                                   OpGroupSet, OpGroupClear}) begin
        assert (error inside {ResultErrorBusy, ResultErrorTask});
      end
    end
    if (rst_ni & refused) begin
      // no memory is written, but the caller's result
      assert (isochron.action == quiet & ~isochron.u_tasks.clear);
      assert (~isochron.u_objects.u_records.u_memory.write_i);
      assert (~isochron.u_objects.u_chains.u_waiting.write_i & ~isochron.u_objects.u_chains.u_head.write_i
              & ~isochron.u_objects.u_chains.u_next.write_i
              & ~isochron.u_objects.u_chains.u_previous.write_i);
      assert (~isochron.u_state_lists.u_lists.u_next.write_i
              & ~isochron.u_state_lists.u_lists.u_previous.write_i
              & ~isochron.u_state_lists.u_lists.u_cursor.write_i
              & ~isochron.u_state_lists.u_lists.u_select_cursor.write_i);
      assert (~isochron.u_tasks.u_control.write_i & ~isochron.u_tasks.u_priority.write_i
              & ~isochron.u_tasks.u_wait.write_i & ~isochron.u_tasks.u_standing.write_i
              & ~isochron.u_tasks.u_deadline.write_i & ~isochron.u_tasks.u_notification.write_i
              & ~isochron.u_tasks.u_pointer.write_i
              & ~(isochron.operation.stage.decide & isochron.action.write_operand));
      assert (~isochron.u_lines.u_binding.write_i & ~isochron.u_lines.gen_groups.u_bits.write_i);
      assert (~isochron.u_observed.gen_monitor.u_monitor.change_i.valid);
      assert (~isochron.u_time.add_i & ~isochron.u_time.step_i & ~isochron.u_time.advance_i);
      if (isochron.operation.source == SourceTask & ~of_message) begin
        assert (isochron.u_tasks.write_result
                & isochron.u_tasks.result_task == isochron.u_tasks.caller
                & isochron.action.code == error);
      end else begin
        assert (~isochron.u_tasks.write_result);
      end
    end
    if (refused_q) begin
      assert (state == state_q);
      if (in_window_q) begin
        assert ({isochron.u_running.gen_core.u_scheduler.own_q,
                 isochron.u_running.gen_core.u_scheduler.told_q,
                 isochron.u_running.gen_core.u_scheduler.of_tick_q} == request_q);
      end
      if (!of_task_q) assert (isochron.status.isr.code == code_q & ~isochron.status.isr.woken);
      if (of_message_q) begin
        assert (isochron.status.error == register_q);
      end else if (code_q != ResultMember) begin
        assert (isochron.status.error[RegErrorCodeLsb +: 4] == code_q);
        assert (isochron.status.error[RegErrorCountLsb +: 8] == count_q + 8'(~&count_q));
        assert (isochron.status.error[RegErrorIsrLsb] == ~of_task_q);
        if (in_window_q) begin
          assert (isochron.status.error[RegErrorOperationLsb +: 6] == operation_q);
          assert (isochron.status.error[RegErrorIdLsb +: 8] == id_q);
        end
      end
    end
  end

endmodule

bind isochron isochron_refused #(
  .NTasks(NTasks), .NObjects(NObjects), .MessageWords(MessageWords)
) u_refused (.*);
