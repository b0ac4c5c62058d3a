// SPDX-License-Identifier: Apache-2.0
//
// What blocking, waking and the like mean for the lists: which ones a task leaves and enters, and
// what its record says then. Combinational. At most one of the four holds; a task whose priority
// changes is moved by itself.
module isochron_moves
  import isochron_pkg::*;
(
  input  action_t action_i,    // What else the operation does
  input  place_e  place_i,     // The state list that the subject is in
  input  chain_e  chain_i,     // The chain that the subject is in

  input  logic    block_i,     // The subject, which is the running task, blocks
  input  logic    pend_i,      // The subject is woken in a suspension of the scheduler
  input  logic    ready_i,     // The subject enters its ready list
  input  logic    leave_i,     // The subject leaves its lists, and enters none
  input  logic    due_next_i,  // The subject's time-out is at the next tick
  input  logic    move_i,      // The owner, which is ready, gets another priority

  output action_t action_o     // The same with what that means for lists and chains
);

  always_comb begin
    action_o = action_i;

    if (block_i) begin  // prvAddCurrentTaskToDelayedList
      action_o.unlink          = place_i != PlaceNone;
      action_o.write_control   = 1'b1;
      action_o.control.aborted = 1'b0;
      action_o.again           = 1'b1;
      if (action_i.control.endless) begin
        action_o.control.place = PlaceNone;
      end else begin
        action_o.control.place = PlaceDelayed;
        action_o.link          = due_next_i ? LinkDue : LinkDelayed;
      end
    end
    if (pend_i) begin
      action_o.unchain       = chain_i != ChainNone;
      action_o.chain         = ChainPended;
      action_o.write_control = 1'b1;
      action_o.control.chain = ChainPended;
    end
    if (ready_i | leave_i) begin
      action_o.unlink        = place_i != PlaceNone;
      action_o.unchain       = chain_i != ChainNone;
      action_o.write_control = 1'b1;
      action_o.control.chain = ChainNone;
      action_o.control.place = ready_i ? PlaceReady : PlaceNone;
      action_o.link          = ready_i ? LinkReady : LinkNone;
    end

    // a task whose priority changes enters another ready list
    action_o.move = move_i;
    if (move_i) begin
      action_o.unlink = 1'b1;
      action_o.link   = LinkReady;
    end
  end

endmodule
