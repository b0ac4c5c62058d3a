// SPDX-License-Identifier: Apache-2.0
//
// FreeRTOS's ready lists, linked in RAM, and the tree's leaves: the first task of each list.
//
// A list is a ring of its tasks. The next one enters between two of them, the one `ahead` of it and the
// one `behind` it. These are kept with the list, and not yet in the links between the two, so a task
// enters by one link each way, in one cycle, and another one in the next cycle.
//
// If the cursor (pxIndex) is on a task, that one is behind, and the last of the list as seen from the
// cursor; if it is at the end marker, the one ahead is the last. Whether the cursor has passed a task
// since it was at the marker is one bit, so the marker needs no place in the ring: it stands where tasks
// not passed end and passed ones begin. The bit counts relative to the list's own turn, so all of a list
// become not passed at once.
//
//   unlink  the task leaves; if it was the last, the one before it is            (uxListRemove)
//   enter   just before the cursor                                               (listINSERT_END)
//   rotate  the first task becomes the last and passed; if it was passed already, the cursor went
//           over the marker, and the others are not passed any more
//                                                            (listGET_OWNER_OF_NEXT_ENTRY)
//
// A leaf holds a priority, and whether its task is the first of that list. Each change takes one cycle,
// leaves included.
module isochron_hybrid_lists #(
  parameter int unsigned NTasks      = 32,  // Tasks, a power of two, 2 to 128; area grows with them
  parameter int unsigned NPriorities = 32,  // Priorities, 2 to 64; area grows with them
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned KeyWidth      = 1 + PriorityWidth
) (
  input  logic                            clk_i,       // Clock
  input  logic                            rst_ni,      // Asynchronous reset, active low

  input  logic                            init_i,      // The list of `level_i` is made empty, after
                                                       // reset

  // What is looked at
  input  logic [PriorityWidth-1:0]        level_i,     // A list
  output logic                            occupied_o,  // A task is in it
  output logic                            several_o,   // More than one task is in it
  input  logic [TaskWidth-1:0]            node_i,      // A task
  input  logic                            capture_i,   // Its neighbours are kept for `unlink_i`

  // One at a time, of the list of `level_i`
  input  logic [TaskWidth-1:0]            task_i,      // The task that changes lists
  input  logic                            unlink_i,    // It leaves, as it was captured
  input  logic                            enter_i,     // It enters
  input  logic                            rotate_i,    // The cursor moves to `node_i`, the first

  output logic [NTasks-1:0][KeyWidth-1:0] keys_o       // The tree's leaves: that the task is the
                                                       // first of its list, and its priority
);

  typedef logic [TaskWidth-1:0]     node_t;
  typedef logic [PriorityWidth-1:0] level_t;

  typedef struct packed {
    logic  occupied;   // it has a task
    logic  several;    // it has more than one
    logic  on_task;    // the cursor is on a task, the one behind; else at the marker
    logic  turn;       // a task is passed if its bit differs
    node_t ahead;      // of the next task that enters
    node_t behind;     // ... and it comes before this one
  } list_t;

  // -- Memories ---------------------------------------------------------------------------------
  logic  list_write, link_write, passed_write, passed_wdata, passed_bit;
  list_t list, list_wdata;
  node_t next, previous, next_waddr, next_wdata, previous_waddr, previous_wdata;
  node_t previous_raddr, passed_waddr, passed_raddr;

  isochron_ram_distributed #(.Width($bits(list_t)), .Depth(NPriorities)) u_lists (
    .clk_i,
    .write_i(list_write), .waddr_i(level_i), .wdata_i(list_wdata),
    .raddr_i(level_i), .rdata_o(list)
  );

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_next (
    .clk_i,
    .write_i(link_write), .waddr_i(next_waddr), .wdata_i(next_wdata),
    .raddr_i(node_i), .rdata_o(next)
  );

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_previous (
    .clk_i,
    .write_i(link_write), .waddr_i(previous_waddr), .wdata_i(previous_wdata),
    .raddr_i(previous_raddr), .rdata_o(previous)
  );

  isochron_ram_distributed #(.Width(1), .Depth(NTasks)) u_passed (
    .clk_i,
    .write_i(passed_write), .waddr_i(passed_waddr), .wdata_i(passed_wdata),
    .raddr_i(passed_raddr), .rdata_o(passed_bit)
  );

  // -- Neighbours -------------------------------------------------------------------------------
  node_t next_q, previous_q;  // links of the captured task
  node_t follows, precedes;   // neighbours of the task that leaves, or is the first
  node_t last;
  logic  is_first, steps_back, passed;

  always_ff @(posedge clk_i) begin
    if (capture_i) begin
      next_q     <= next;
      previous_q <= previous;
    end
  end

  always_comb begin
    follows = rotate_i ? next : next_q;
    if ((rotate_i ? node_i : task_i) == list.ahead) follows = list.behind;
  end

  assign precedes     = task_i == list.behind ? list.ahead : previous_q;
  assign last       = list.on_task ? list.behind : list.ahead;
  assign is_first   = precedes == last;
  assign passed     = passed_bit ^ list.turn;
  assign steps_back = list.on_task & task_i == list.behind & passed;  // the cursor, to another task

  // -- Rings: who leaves is skipped, and what the cursor leaves behind is linked ----------------
  assign previous_raddr = unlink_i ? list.ahead : node_i;
  assign link_write     = unlink_i | (enter_i & list.occupied) | (rotate_i & list.on_task);

  always_comb begin
    next_waddr     = precedes;
    next_wdata     = follows;
    previous_waddr = follows;
    previous_wdata = precedes;
    if (enter_i) begin
      next_waddr     = list.ahead;
      next_wdata     = task_i;
      previous_waddr = task_i;
      previous_wdata = list.ahead;
    end else if (rotate_i) begin
      next_waddr     = list.ahead;
      next_wdata     = list.behind;
      previous_waddr = list.behind;
      previous_wdata = list.ahead;
    end
  end

  // -- Cursors ----------------------------------------------------------------------------------
  assign list_write   = init_i | unlink_i | enter_i | rotate_i;
  assign passed_raddr = rotate_i ? node_i : list.ahead;
  assign passed_write = enter_i | rotate_i;
  assign passed_waddr = enter_i ? task_i : node_i;
  assign passed_wdata = enter_i ? list.turn ^ list.on_task : ~list_wdata.turn;

  always_comb begin
    list_wdata = list;
    if (rotate_i) begin
      list_wdata.on_task = 1'b1;
      list_wdata.turn    = list.turn ^ passed;
      list_wdata.ahead   = last;
      list_wdata.behind  = node_i;
    end else if (enter_i) begin
      list_wdata.occupied = 1'b1;
      list_wdata.several  = list.occupied;
      list_wdata.ahead    = task_i;
      if (!list.occupied) list_wdata.behind = task_i;
    end else begin
      list_wdata.occupied = list.several;
      list_wdata.several  = list.several & follows != precedes;
      if (task_i == last)        list_wdata.on_task = list.several & steps_back;
      if (task_i == list.ahead)  list_wdata.ahead   = precedes;
      if (task_i == list.behind) list_wdata.behind  = follows;
      if (steps_back) begin
        list_wdata.behind = list.ahead;
        if (list_wdata.several) list_wdata.ahead = previous;
      end
    end
    if (init_i) list_wdata = '0;
  end

  // -- Leaves: who is the first, and who is no more ---------------------------------------------
  logic   sets, clears, leads;
  node_t  set_leaf, clear_leaf;
  logic   [NTasks-1:0] first_q;
  level_t [NTasks-1:0] first_level_q;

  assign leads  = enter_i & (~list.occupied | (list.on_task & ~list.several));
  assign sets   = rotate_i | leads | (unlink_i & is_first & list.several);
  assign clears = rotate_i | unlink_i | (leads & list.occupied);

  always_comb begin
    set_leaf   = enter_i ? task_i : follows;
    clear_leaf = task_i;
    if (rotate_i) clear_leaf = node_i;
    if (enter_i)  clear_leaf = list.behind;
  end

  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_leaf
    logic set, clear;
    assign set   = sets & set_leaf == TaskWidth'(i);
    assign clear = clears & clear_leaf == TaskWidth'(i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) first_q[i] <= 1'b0;
      else         first_q[i] <= set | (first_q[i] & ~clear);
    end

    always_ff @(posedge clk_i) if (set) first_level_q[i] <= level_i;

    assign keys_o[i] = {first_q[i], first_level_q[i]};
  end

  assign occupied_o = list.occupied;
  assign several_o  = list.several;

`ifdef FORMAL
  `include "isochron_hybrid_lists_properties.svh"
`endif

endmodule
