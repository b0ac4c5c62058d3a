// SPDX-License-Identifier: Apache-2.0
//
// What blocking, waking and the like mean for the lists: which ones a task leaves and enters, and
// what its record says then. Combinational.
module isochron_moves
  import isochron_pkg::*;
(
  input  action_t  action_i,   // What else the operation does
  input  control_t control_i,  // The subject's control word
  input  moves_t   moves_i,    // What moves

  output action_t  action_o    // The same with what that means for lists and chains
);

  always_comb begin
    action_o = action_i;

    if (moves_i.block) begin  // prvAddCurrentTaskToDelayedList
      action_o.unlink          = control_i.place != PlaceNone;
      action_o.write_control   = 1'b1;
      action_o.control.aborted = 1'b0;
      action_o.again           = 1'b1;
      if (action_i.control.endless) begin
        action_o.control.place = PlaceNone;
      end else begin
        action_o.control.place = PlaceDelayed;
        action_o.link          = moves_i.due_next ? LinkDue : LinkDelayed;
      end
    end
    if (moves_i.pend) begin
      action_o.unchain       = control_i.chain != ChainNone;
      action_o.chain         = ChainPended;
      action_o.write_control = 1'b1;
      action_o.control.chain = ChainPended;
    end
    if (moves_i.ready | moves_i.leave) begin
      action_o.unlink        = control_i.place != PlaceNone;
      action_o.unchain       = control_i.chain != ChainNone;
      action_o.write_control = 1'b1;
      action_o.control.chain = ChainNone;
      action_o.control.place = moves_i.ready ? PlaceReady : PlaceNone;
      action_o.link          = moves_i.ready ? LinkReady : LinkNone;
    end

    // a task whose priority changes enters another ready list
    action_o.move = moves_i.owner;
    if (moves_i.owner) begin
      action_o.unlink = 1'b1;
      action_o.link   = LinkReady;
    end
  end

  logic unused;
  assign unused = ^control_i;

endmodule
