// SPDX-License-Identifier: Apache-2.0
//
// What is kept for each task. The part that decisions need at once lies in distributed RAM, the
// wide part in block RAM, whose size hardly depends on the number of tasks.
module isochron_tasks
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks         = 32,  // Tasks, idle included; area grows with them
  parameter int unsigned NPriorities    = 64,  // Priorities; area grows with their number's bits
  parameter int unsigned NObjects       = 64,  // Objects; area grows with their number's bits
  parameter int unsigned TimerWidth     = 32,  // Bits of the visible tick; block RAM grows with it
  parameter int unsigned HeldWidth      = 7,   // Bits of the number of mutexes that a task holds;
                                               // block RAM grows with it
  parameter int unsigned NNotifications = 4,   // Notifications of each task, 1 to 4; block RAM
                                               // grows with them
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input  logic                     clk_i,                  // Clock
  input  logic                     rst_ni,                 // Asynchronous reset, active low

  // After reset: one task after the other
  input  logic                     init_i,                 // A task's words are initialised
  input  logic [TaskWidth-1:0]     init_task_i,            // That task

  // The tasks that matter
  input  logic [TaskWidth-1:0]     task_i,                 // The subject
  input  logic [TaskWidth-1:0]     current_i,              // The running task
  input  logic [TaskWidth-1:0]     owner_i,                // The owner, whose priority may change
  input  logic                     look_at_owner_i,        // Control word and priority are read of
                                                           // the owner, else of the subject

  // In the same cycle
  output kept_t                    kept_o,                 // The subject, or the owner's control word
                                                           // and priority
  output current_t                 current_o,              // The running task

  // One cycle after `task_i`
  input  logic [1:0]               index_i,                // Which of the subject's notifications
                                                           // is read
  output notification_t            notification_o,         // That notification
  output logic [TimerWidth:0]      deadline_o,             // The subject's deadline

  // One cycle after `owner_i`
  output standing_t                standing_o,             // The owner, but for its priority

  // Decide stage: changes of the subject, or of the owner
  input  logic                     commit_i,               // An operation is in its Decide stage
  input  action_t                  action_i,               // What it does to the subject
  input  logic [31:0]              argument_i,             // Its argument: an operand, or a pointer
  input  owner_change_t            owner_change_i,         // What it does to the owner
  input  logic                     write_wait_i,           // What the subject waits for is written
  input  logic [ObjectWidth-1:0]   wait_object_i,          // The object that it waits for
  input  logic [PriorityWidth-1:0] wait_priority_i,        // The priority with which it begins to
                                                           // wait
  input  logic [TimerWidth:0]      deadline_i,             // The subject's deadline, if that is written
  output logic                     clearing_o,             // Notifications are being cleared

  // Results of the last command
  input  logic [TaskWidth-1:0]     caller_i,               // Whose result is loaded
  input  logic                     write_result_i,         // A result is written
  input  logic [TaskWidth-1:0]     result_task_i,          // The task whose result that is
  input  logic [TaskWidth-1:0]     next_caller_i,          // Whose result is loaded in the next cycle
  output result_t                  result_o,               // That result

  // Operands: the running task sets its own
  input  logic [1:0]               write_operand_i,        // Which of the running task's operands
                                                           // are written
  output operands_t                operands_o,             // The subject's operands, one cycle
                                                           // after `task_i`

  // Pointers to control blocks
  input  logic [TaskWidth-1:0]     pointer_task_i,         // The task whose pointer is read
  output pointers_t                pointers_o,             // That pointer, one cycle later, and that of
                                                           // `next_i`
  input  logic [TaskWidth-1:0]     next_i                  // The task that is selected in the next
                                                           // cycle
);

  typedef logic [TaskWidth-1:0] task_t;

  task_t write_task, look;
  logic  clear;  // all notifications of the subject, in the four cycles that follow
  assign write_task = init_i ? init_task_i : task_i;
  assign clear      = commit_i & action_i.clear_notifications;
  assign look       = look_at_owner_i ? owner_i : task_i;

  control_t [1:0] control;

  isochron_ram_distributed #(
    .Width($bits(control_t)), .Depth(NTasks), .ReadPorts(2)
  ) u_control (
    .clk_i,
    .write_i(init_i | (commit_i & action_i.write_control)), .waddr_i(write_task),
    .wdata_i(init_i ? '0 : action_i.control),
    .raddr_i({current_i, look}), .rdata_o(control)
  );

  logic [1:0][PriorityWidth-1:0] level;

  isochron_ram_distributed #(
    .Width(PriorityWidth), .Depth(NTasks), .ReadPorts(2)
  ) u_priority (
    .clk_i,
    .write_i(commit_i & owner_change_i.write_level), .waddr_i(owner_i),
    .wdata_i(owner_change_i.level[PriorityWidth-1:0]),
    .raddr_i({current_i, look}), .rdata_o(level)
  );

  assign current_o = '{
    level:       6'(level[1]),
    alive:       control[1].alive,
    ready:       control[1].place == PlaceReady,
    waits:       control[1].waiting != WaitNone,
    waits_group: control[1].waiting == WaitGroup
  };

  logic [ObjectWidth-1:0]   wait_object;
  logic [PriorityWidth-1:0] wait_priority;

  isochron_ram_distributed #(.Width(ObjectWidth + PriorityWidth), .Depth(NTasks)) u_wait (
    .clk_i,
    .write_i(init_i | write_wait_i), .waddr_i(write_task),
    .wdata_i(init_i ? '0 : {wait_object_i, wait_priority_i}),
    .raddr_i(task_i), .rdata_o({wait_object, wait_priority})
  );

  assign kept_o = '{
    control:    control[0],
    level:      6'(level[0]),
    object:     8'(wait_object),
    wait_level: 6'(wait_priority)
  };

  logic [PriorityWidth-1:0] base, waiting;
  logic [HeldWidth-1:0]     held;

  isochron_ram_block #(.Width(2 * PriorityWidth + HeldWidth), .Depth(NTasks)) u_standing (
    .clk_i,
    .write_i(commit_i & owner_change_i.write), .waddr_i(owner_i),
    .wdata_i({owner_change_i.standing.base[PriorityWidth-1:0],
              owner_change_i.standing.waiting[PriorityWidth-1:0],
              owner_change_i.standing.held[HeldWidth-1:0]}),
    .read_i(1'b1), .raddr_i(owner_i), .rdata_o({base, waiting, held})
  );

  assign standing_o = '{base: 6'(base), waiting: 6'(waiting), held: 16'(held)};

  isochron_ram_block #(.Width(TimerWidth + 1), .Depth(NTasks)) u_deadline (
    .clk_i,
    .write_i(commit_i & action_i.write_deadline), .waddr_i(task_i), .wdata_i(deadline_i),
    .read_i(1'b1), .raddr_i(task_i), .rdata_o(deadline_o)
  );

  // In the cycles in which they are cleared, what Decide wrote last is written to all of them: the
  // operation is still that one, and the subject too, for nothing follows so soon (`clearing_o`).
  localparam int unsigned IndexWidth = NNotifications > 1 ? 2 : 0;
  logic [TaskWidth+IndexWidth-1:0] notification_raddr, notification_waddr;

  if (NNotifications > 1) begin : gen_several
    logic       clearing_q;
    logic [1:0] clear_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        clearing_q <= 1'b0;
        clear_q    <= '0;
      end else if (clear || clearing_q) begin
        clearing_q <= clear | ~&clear_q;
        clear_q    <= clear ? '0 : clear_q + 1'b1;
      end
    end

    assign clearing_o         = clearing_q;
    assign notification_raddr = {task_i, index_i};
    assign notification_waddr = {task_i, clearing_q ? clear_q : index_i};
  end else begin : gen_one
    logic unused_index;

    assign unused_index       = ^{rst_ni, clear, index_i};
    assign clearing_o         = 1'b0;
    assign notification_raddr = task_i;
    assign notification_waddr = task_i;
  end

  isochron_ram_block #(
    .Width($bits(notification_t)), .Depth(NTasks << IndexWidth)
  ) u_notification (
    .clk_i,
    .write_i((commit_i & action_i.write_notification) | clearing_o),
    .waddr_i(notification_waddr), .wdata_i(action_i.notification),
    .read_i(1'b1), .raddr_i(notification_raddr), .rdata_o({notification_o})
  );

  // The code of a result is on the way to a grant where calls have a window of their own, so it is
  // read at once. The memory of values shows one from the second cycle after its write on.
  logic  result_q;
  task_t result_task_q;

  isochron_ram_distributed #(.Width($bits(result_e)), .Depth(NTasks)) u_result_code (
    .clk_i,
    .write_i(write_result_i), .waddr_i(result_task_i), .wdata_i(action_i.code),
    .raddr_i(caller_i), .rdata_o({result_o.code})
  );

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_result_value (
    .clk_i,
    .write_i(write_result_i), .waddr_i(result_task_i), .wdata_i(action_i.value),
    .read_i(1'b1), .raddr_i(next_caller_i), .rdata_o(result_o.value)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) result_q <= 1'b0;
    else         result_q <= write_result_i;
  end

  always_ff @(posedge clk_i) result_task_q <= result_task_i;

  assign result_o.late = result_q & result_task_q == caller_i;

  for (genvar i = 0; i < 2; i++) begin : gen_operand
    isochron_ram_block #(.Width(32), .Depth(NTasks)) u_operand (
      .clk_i,
      .write_i(write_operand_i[i]), .waddr_i(current_i), .wdata_i(argument_i),
      .read_i(1'b1), .raddr_i(task_i), .rdata_o(operands_o[i])
    );
  end

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_pointer (
    .clk_i,
    .write_i(commit_i & action_i.write_pointer), .waddr_i(task_i), .wdata_i(argument_i),
    .read_i(1'b1), .raddr_i(pointer_task_i), .rdata_o(pointers_o.current)
  );

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_next_pointer (
    .clk_i,
    .write_i(commit_i & action_i.write_pointer), .waddr_i(task_i), .wdata_i(argument_i),
    .read_i(1'b1), .raddr_i(next_i), .rdata_o(pointers_o.next)
  );

  logic pointer_late_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pointer_late_q <= 1'b0;
    else         pointer_late_q <= commit_i & (action_i.write_pointer | action_i.schedule.start
                                               | action_i.schedule.first);
  end

  assign pointers_o.late = pointer_late_q;

  logic unused;
  assign unused = ^{action_i, owner_change_i};

endmodule
