// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_time_manager_delays; proven by induction (proofs.toml beside it).
//
// Beside the block runs what a request asks for: the deadline, and the one cycle in which the delay
// is over, as now_q counts them. It is over two cycles before the deadline, which is when a reader
// sees it, or at once: as soon as a request can be looked at, two cycles after it was taken.
//
// That is told of one task, whichever it is, among all the others: `any_q` never changes, and the
// others are there with whatever they do, and whether they exist or not.
//
// The proof rests on how soon a task is looked at. `cycles_to_look` is an upper bound of it, from
// where the turn stands; a task that waits and is not armed has at least so many cycles left.
//
// Assumed of the time manager: a request only while ready, for a task that exists; NEXT only of a
// task that has a last deadline; that a task does not end to exist in the cycle after its request.
typedef logic [Width-1:0] time_t;

(* keep *) index_t any_q;    // the task
time_t             due_q;    // its deadline
time_t             end_q;    // value of now_q in the cycle in which the delay is over
logic              waits_q;  // the delay was asked for, and is not over, ended, or taken away
logic              gone_q;   // it did not exist in the last cycle
logic              reset_q = 1'b0;  // there was a reset

always_ff @(posedge clk_i) begin
  any_q   <= any_q;
  reset_q <= 1'b1;
end

always_comb begin
  assume (rst_ni == reset_q);
  assume (int'(any_q) < NTasks);
  assume (~valid_i | ready_o);
  assume (~valid_i | int'(task_i) < NTasks);
  assume (operation_i inside {TimerDelay, TimerNext, TimerCancel});
  assume (~(valid_i & operation_i == TimerNext) | known_q[task_i]);
  assume (~valid_i | enabled_i[task_i]);
  assume (~request_q | enabled_i[task_q]);
end

// -- What a request asks for ----------------------------------------------------------------------
time_t asked;

assign asked = (operation_q == TimerNext ? due_q : now_q) + cycles_i;

// The delay is over at once if so much is left when its request is looked at.
function automatic logic at_once(timer_operation_e operation, time_t left);
  return left <= time_t'(Immediate) | (operation == TimerNext ? left[Width-1] : &left);
endfunction

always_ff @(posedge clk_i) begin
  gone_q <= reset_q & ~enabled_i[any_q];
  if (!reset_q || !enabled_i[any_q])          waits_q <= 1'b0;
  else if (request_q && task_q == any_q)      waits_q <= operation_q != TimerCancel;
  else if (now_q == end_q)                    waits_q <= 1'b0;

  if (request_q && task_q == any_q && operation_q != TimerCancel) begin
    due_q <= asked;
    end_q <= at_once(operation_q, asked - now_q - 1'b1) ? now_q + time_t'(2) : asked - time_t'(2);
  end
end

// -- What holds -----------------------------------------------------------------------------------
always_comb begin
  if (reset_q) begin
    assert (near_q == near_t'(now_q + time_t'(2)));
    assert (~(request_q & second_request_q) & ~(second_request_q & third_request_q));
    assert (~second_request_q | second_valid_q);
    assert (int'(turn_q) < NTasks);
    assert (~request_q | int'(task_q) < NTasks);
    assert (~request_q | operation_q inside {TimerDelay, TimerNext, TimerCancel});
    assert (~(request_q & operation_q == TimerNext) | known_q[task_q]);
    assert (~second_valid_q | int'(second_q.index) < NTasks);
    assert (~third_valid_q | int'(third_q.index) < NTasks);
    assert (~second_request_q | second_q.operation inside {TimerDelay, TimerNext, TimerCancel});
    assert (~third_request_q | third_q.operation inside {TimerDelay, TimerNext, TimerCancel});
  end
end

time_t                remains;         // cycles until the delay is over
logic [TaskWidth:0]   turns;           // until it is the task's
logic [TaskWidth+2:0] cycles_to_look;  // at most
logic                 in_second, in_third, asked_second, asked_third;

assign in_second    = second_valid_q & second_q.index == any_q;
assign in_third     = third_valid_q & third_q.index == any_q;
assign asked_second = second_request_q & second_q.index == any_q;
assign asked_third  = in_third & third_request_q;
assign remains      = end_q - now_q;
assign turns        = (TaskWidth + 1)'(any_q) - (TaskWidth + 1)'(turn_q)
                    + (any_q >= turn_q ? '0 : (TaskWidth + 1)'(NTasks));

always_comb begin
  if (in_third)       cycles_to_look = '0;
  else if (in_second) cycles_to_look = 'd1;
  else                cycles_to_look = {1'b0, turns, 1'b0} + (request_q ? 'd3 : 'd2);
end

always_comb begin
  if (reset_q) begin
    // it waits as long as was asked for, whoever else begins or ends to exist
    assert (waits_q == waiting_q[any_q]);
    assert (~gone_q | ~(waiting_q[any_q] | known_q[any_q] | armed_q[any_q]));
    // the delay is over in that cycle, and in no other
    assert (expire_o[any_q] == (waiting_q[any_q] & now_q == end_q));

    assert (~waiting_q[any_q] | known_q[any_q]);
    assert (~known_q[any_q] | write & second_q.index == any_q
            | u_deadlines.memory_q[any_q] == due_q);
    if (in_second & (second_request_q ? second_q.operation != TimerCancel : known_q[any_q])) begin
      assert (deadline_q == due_q);
    end
    if (in_third & (third_request_q ? third_q.operation != TimerCancel : waiting_q[any_q])) begin
      assert (remains_q == due_q - now_q + 1'b1);
      assert (lowest_q == near_t'(due_q));
    end
    assert (~(asked_second & in_third));
    if (asked_second) begin
      assert (~armed_q[any_q] & waiting_q[any_q] == (second_q.operation != TimerCancel));
    end
    if (asked_third) begin
      assert (~armed_q[any_q] & waiting_q[any_q] == (third_q.operation != TimerCancel));
    end
    if (waiting_q[any_q]) begin
      if (asked_second & at_once(second_q.operation, due_q - now_q)) begin
        assert (remains == time_t'(1));
      end else if (asked_third & at_once(third_q.operation, due_q - now_q + 1'b1)) begin
        assert (remains == '0);
      end else begin
        assert (end_q == due_q - time_t'(2));
      end
      assert (remains < (asked_second ? time_t'(-3) : time_t'(-4)));
      if (armed_q[any_q]) begin
        assert (target_q[any_q] == near_t'(due_q) & remains >> NearWidth == '0);
      end else begin
        assert (remains >= time_t'(cycles_to_look));
      end
    end
    assert (~armed_q[any_q] | waiting_q[any_q]);
  end
end
