// SPDX-License-Identifier: Apache-2.0
//
// FreeRTOS's state lists: one ready list per priority, the delayed tasks, and those of them that
// are due at the next tick. Each is a circular doubly linked list through an end marker; a ready
// list has a cursor (pxIndex) that may stand on the marker.
//
//   remove  the cursor of a ready list steps back if it stood on the task
//   insert  just before the cursor, or at the end of the delayed tasks
//   select  the task after the cursor of the highest priority that has one
//
// Without cursors a ready list is first in, first out, as in FreeRTOS's scheduler of several cores:
// insert at its end, select its first.
//
// Nodes 0..NTasks-1 are tasks; then come one marker per priority, the delayed tasks' marker and
// the due tasks' marker.
//
// Timing, counted from the cycle in which `listed_i.commit` is high: the task leaves its list at that
// edge, is inserted by the end of the third cycle after it, and the selection is valid from the
// fourth (`busy_o` low, `selection_o` valid). Links of a node may be read while not busy.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_lists
  import isochron_pkg::*;
#(
  parameter int unsigned NTasks      = 32,  // Tasks, idle included; area grows with them
  parameter int unsigned NPriorities = 64,  // Priorities; area grows with them, delay with their
                                            // logarithm
  parameter bit          Cursors     = 1'b1,  // The ready lists have cursors
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned NNodes        = NTasks + NPriorities + 2,
  localparam int unsigned NodeWidth     = $clog2(NNodes),
  localparam logic [NodeWidth-1:0] DelayedMarker = NodeWidth'(NTasks + NPriorities),
  localparam logic [NodeWidth-1:0] DueMarker     = NodeWidth'(NTasks + NPriorities + 1)
) (
  input  logic                     clk_i,              // Clock
  input  logic                     rst_ni,             // Asynchronous reset, active low

  input  init_t                    init_i,             // A node's words are initialised after reset

  // A node's links; registered for the Decide stage when `capture_i` is high
  input  logic                     capture_i,          // The links of `node_i` are kept for Decide
  input  logic [NodeWidth-1:0]     node_i,             // The node whose links are read

  // Decide stage: what becomes of the captured node
  input  listed_t                  listed_i,           // Which lists tasks leave and enter
  output captured_t                captured_o,         // What was captured, and what is behind `node_i`

  // Selection
  input  logic                     dispatch_i,         // The selected task runs: the cursor moves;
                                                       // never without cursors
  output selection_t               selection_o,        // The selected task
  output logic [TaskWidth-1:0]     coming_o,           // The selected task of the next cycle

  output logic                     busy_o              // An insertion or a selection goes on
);

  typedef logic [NodeWidth-1:0]     node_t;
  typedef logic [PriorityWidth-1:0] priority_t;

  function automatic node_t marker_of(priority_t level);
    return node_t'(NTasks) + node_t'(level);
  endfunction

  logic [TaskWidth-1:0] subject, entering;
  priority_t            unlink_level, link_level;

  assign subject      = listed_i.subject[TaskWidth-1:0];
  assign entering     = listed_i.entering[TaskWidth-1:0];
  assign unlink_level = listed_i.unlink_level[PriorityWidth-1:0];
  assign link_level   = listed_i.link_level[PriorityWidth-1:0];

  // -- Links ------------------------------------------------------------------------------------
  logic [3:1] insert_q;  // see Insertion
  node_t init_node;
  logic  next_write, previous_write;
  node_t next_waddr, next_wdata, previous_waddr, previous_wdata;
  node_t next_raddr, next_rdata, previous_raddr, previous_q;

  assign init_node = init_i.index[NodeWidth-1:0];

  isochron_ram_distributed #(.Width(NodeWidth), .Depth(NNodes)) u_next (
    .clk_i,
    .write_i(next_write), .waddr_i(next_waddr), .wdata_i(next_wdata),
    .raddr_i(next_raddr), .rdata_o(next_rdata)
  );

  // read by nobody who needs it at once: of the captured node, or of where one is inserted
  isochron_ram_block #(.Width(NodeWidth), .Depth(NNodes)) u_previous (
    .clk_i,
    .write_i(previous_write), .waddr_i(previous_waddr), .wdata_i(previous_wdata),
    .read_i(capture_i | insert_q[1]), .raddr_i(previous_raddr), .rdata_o(previous_q)
  );

  // -- Cursors: one copy serves removal and insertion, the other one selection ------------------
  logic             cursor_write;
  priority_t        cursor_waddr;
  node_t            cursor_wdata;
  priority_t        cursor_raddr;
  node_t            cursor_rdata;

  isochron_ram_distributed #(.Width(NodeWidth), .Depth(NPriorities)) u_cursor (
    .clk_i,
    .write_i(cursor_write), .waddr_i(cursor_waddr), .wdata_i(cursor_wdata),
    .raddr_i(cursor_raddr), .rdata_o(cursor_rdata)
  );

  // -- The captured node and its neighbours -----------------------------------------------------
  node_t captured_next_q;

  always_ff @(posedge clk_i) begin
    if (capture_i) captured_next_q <= next_rdata;
  end

  assign captured_o = '{
    next:     (TaskIdWidth + 1)'(next_rdata),
    previous: (TaskIdWidth + 1)'(previous_q),
    several:  captured_next_q != previous_q,
    last:     captured_next_q >= node_t'(NTasks)
  };

  // -- Insertion: find the position (1), link from the neighbours (2), link to them (3) ---------
  link_e      insert_link_q;
  priority_t  insert_priority_q;
  node_t      insert_node_q, after_q;
  node_t      position;

  always_comb begin
    unique case (insert_link_q)
      LinkDelayed: position = DelayedMarker;
      LinkDue:     position = DueMarker;
      default:     position = Cursors ? cursor_rdata : marker_of(insert_priority_q);
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      insert_q <= '0;
    end else begin
      insert_q <= {insert_q[2:1], listed_i.commit && listed_i.link != LinkNone};
    end
  end

  always_ff @(posedge clk_i) begin
    if (listed_i.commit) begin
      insert_link_q     <= listed_i.link;
      insert_priority_q <= link_level;
      insert_node_q     <= node_t'(entering);
    end
    if (insert_q[1]) after_q <= position;
  end

  // -- Which priorities have a ready task -------------------------------------------------------
  logic      unlink_last, ready_set, ready_clear, some_ready;
  priority_t top;

  // the only task of a list has its marker on both sides
  assign unlink_last = captured_next_q == previous_q;
  assign ready_set   = listed_i.commit & (listed_i.link == LinkReady);
  assign ready_clear = listed_i.commit & listed_i.unlink & listed_i.unlink_ready & unlink_last;

  isochron_ready #(.NPriorities(NPriorities)) u_ready (
    .clk_i, .rst_ni,
    .clear_i(ready_clear), .clear_priority_i(unlink_level),
    .set_i(ready_set), .set_priority_i(link_level),
    .top_o(top), .any_o(some_ready)
  );

  // -- Selection: cursor of the highest priority (1), the task after it (2), after the marker (3) ---
  logic [3:1]           select_q;
  logic                 select_start;
  priority_t            selection_priority_q;
  node_t                select_rdata, select_cursor, select_next_q;
  logic                 select_is_marker;
  logic [TaskWidth-1:0] selection_q;
  logic                 selection_valid_q;

  isochron_ram_block #(.Width(NodeWidth), .Depth(NPriorities)) u_select_cursor (
    .clk_i,
    .write_i(cursor_write), .waddr_i(cursor_waddr), .wdata_i(cursor_wdata),
    .read_i(select_q[1]), .raddr_i(top), .rdata_o(select_rdata)
  );

  assign select_cursor = Cursors ? select_rdata : marker_of(selection_priority_q);

  // An insertion writes its first link in the cycle that reads the one after the cursor. That is
  // the same link only if the list was empty: the cursor is on the marker, the old link leads back
  // to it, and what follows the marker is read again in the next cycle.
  assign select_is_marker = select_next_q >= node_t'(NTasks);
  assign select_start     = dispatch_i
                          | (listed_i.commit & ((listed_i.unlink & listed_i.unlink_ready)
                                                | listed_i.link == LinkReady));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      select_q          <= '0;
      selection_valid_q <= 1'b0;
    end else begin
      select_q <= {select_q[2:1], select_start};
      if (select_start)     selection_valid_q <= 1'b0;
      else if (select_q[3]) selection_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (select_q[1]) selection_priority_q <= top;
    if (select_q[2]) select_next_q <= next_rdata;
    selection_q <= coming_o;
  end

  always_comb begin
    coming_o = selection_q;
    if (select_q[3]) begin
      coming_o = select_is_marker ? next_rdata[TaskWidth-1:0] : select_next_q[TaskWidth-1:0];
    end
  end

  assign selection_o = '{
    valid: selection_valid_q, id: TaskIdWidth'(selection_q), any_ready: some_ready, level: 6'(top)
  };
  assign busy_o      = (|insert_q) | (|select_q);

  // -- Ports of the memories --------------------------------------------------------------------
  always_comb begin
    next_raddr = node_i;
    if (select_q[2]) next_raddr = select_cursor;
    if (select_q[3]) next_raddr = select_next_q;
    previous_raddr = insert_q[1] ? position : node_i;
  end

  always_comb begin
    next_write     = 1'b0;
    next_waddr     = previous_q;
    next_wdata     = captured_next_q;
    previous_write = 1'b0;
    previous_waddr = captured_next_q;
    previous_wdata = previous_q;
    if (init_i.active) begin
      next_write     = 1'b1;
      next_waddr     = init_node;
      next_wdata     = init_node;
      previous_write = 1'b1;
      previous_waddr = init_node;
      previous_wdata = init_node;
    end else if (insert_q[2]) begin
      next_write     = 1'b1;
      next_waddr     = previous_q;
      next_wdata     = insert_node_q;
      previous_write = 1'b1;
      previous_waddr = after_q;
      previous_wdata = insert_node_q;
    end else if (insert_q[3]) begin
      next_write     = 1'b1;
      next_waddr     = insert_node_q;
      next_wdata     = after_q;
      previous_write = 1'b1;
      previous_waddr = insert_node_q;
      previous_wdata = previous_q;
    end else if (listed_i.commit & listed_i.unlink) begin
      next_write     = 1'b1;
      previous_write = 1'b1;
    end
  end

  // A dispatch and a removal from a ready list never fall into one cycle: `dispatch_i` waits for it.
  always_comb begin
    cursor_raddr = listed_i.commit ? unlink_level : insert_priority_q;
    cursor_write = 1'b0;
    cursor_waddr = selection_priority_q;
    cursor_wdata = node_t'(selection_q);
    if (init_i.active) begin
      cursor_write = init_node >= node_t'(NTasks) && init_node < DelayedMarker;
      cursor_waddr = priority_t'(init_node - node_t'(NTasks));
      cursor_wdata = init_node;
    end else if (dispatch_i) begin
      cursor_write = 1'b1;
    end else if (listed_i.commit & listed_i.unlink & listed_i.unlink_ready) begin
      cursor_write = cursor_rdata == node_t'(subject);
      cursor_waddr = unlink_level;
      cursor_wdata = previous_q;
    end
  end

  logic unused;
  assign unused = ^listed_i;

  `ISOCHRON_ASSERT(OneChangeAtATime, ~(listed_i.commit & busy_o))
  `ISOCHRON_ASSERT(OneInsertionAtATime, $onehot0(insert_q))
  `ISOCHRON_ASSERT(OneSelectionAtATime, $onehot0(select_q))
  `ISOCHRON_ASSERT(WhatRunsIsSelected, selection_valid_q | ~dispatch_i)
  `ISOCHRON_ASSERT(OneCursorMoves, ~(dispatch_i & listed_i.commit & listed_i.unlink & listed_i.unlink_ready))

`ifdef FORMAL
  `include "isochron_lists_properties.svh"
`endif

endmodule
