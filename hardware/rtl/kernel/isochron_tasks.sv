// SPDX-License-Identifier: Apache-2.0
//
// What is kept for each task. The part that decisions need at once lies in distributed RAM, the
// wide part in block RAM, whose size hardly depends on the number of tasks.
module isochron_tasks
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  parameter int unsigned TimerWidth  = 32,
  parameter int unsigned HeldWidth   = 7,
  parameter int unsigned NNotifications = 4,
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic                     init_i,           // after reset: one task after the other
  input  logic [TaskWidth-1:0]     init_task_i,

  input  logic [TaskWidth-1:0]     task_i,           // the subject
  input  logic [TaskWidth-1:0]     current_i,        // the running task
  input  logic [TaskWidth-1:0]     owner_i,          // whose priority may change
  input  logic                     look_at_owner_i,  // control and priority are the owner's

  // combinational
  output control_t                 control_o,        // of the subject
  output logic [PriorityWidth-1:0] priority_o,
  output logic [ObjectWidth-1:0]   wait_object_o,    // object of its last wait, and the priority
  output logic [PriorityWidth-1:0] wait_priority_o,  // ... it had when that began
  output logic                     current_alive_o,
  output logic                     current_ready_o,  // in its ready list
  output logic                     current_waits_o,  // RESULT has a wait to complete
  output logic                     current_waits_group_o,  // ... for an event group
  output logic [PriorityWidth-1:0] current_priority_o,

  // one cycle after `task_i`
  input  logic [1:0]               index_i,          // which of the subject's notifications
  output notification_t            notification_o,
  output logic [TimerWidth:0]      deadline_o,

  // one cycle after `owner_i`
  output logic [PriorityWidth-1:0] base_o,           // priority without inheritance
  output logic [PriorityWidth-1:0] event_o,          // ... with which it waits for objects
  output logic [HeldWidth-1:0]     held_o,           // mutexes held

  // Decide stage: changes of the subject
  input  logic                     write_control_i,
  input  control_t                 control_i,
  input  logic                     write_priority_i, // of the owner
  input  logic [PriorityWidth-1:0] priority_i,
  input  logic                     write_standing_i, // of the owner
  input  logic [PriorityWidth-1:0] base_i,
  input  logic [PriorityWidth-1:0] event_i,
  input  logic [HeldWidth-1:0]     held_i,
  input  logic                     write_wait_i,
  input  logic [ObjectWidth-1:0]   wait_object_i,
  input  logic [PriorityWidth-1:0] wait_priority_i,
  input  logic                     write_deadline_i,
  input  logic [TimerWidth:0]      deadline_i,
  input  logic                     write_notification_i,
  input  notification_t            notification_i,
  input  logic                     clear_notifications_i,  // all, in the four cycles that follow,
  output logic                     clearing_o,             // ... these

  // results of the last command
  input  logic                     write_result_i,
  input  logic [TaskWidth-1:0]     result_task_i,
  input  result_e                  result_code_i,
  input  logic [31:0]              result_value_i,
  output result_e                  result_code_o,    // of the running task
  output logic [31:0]              result_value_o,

  // operands: the running task sets its own
  input  logic [1:0]               write_operand_i,
  input  logic [31:0]              operand_i,
  output logic [1:0][31:0]         operands_o,       // of the subject, one cycle after `task_i`

  // control-block pointers
  input  logic                     write_pointer_i,  // of the subject
  input  logic [31:0]              pointer_i,
  input  logic [TaskWidth-1:0]     pointer_task_i,
  output logic [31:0]              pointer_o         // one cycle after `pointer_task_i`
);

  typedef logic [TaskWidth-1:0] task_t;

  task_t write_task, look;
  assign write_task = init_i ? init_task_i : task_i;
  assign look       = look_at_owner_i ? owner_i : task_i;

  control_t [1:0] control;

  isochron_ram_distributed #(
    .Width($bits(control_t)), .Depth(NTasks), .ReadPorts(2)
  ) u_control (
    .clk_i,
    .write_i(init_i | write_control_i), .waddr_i(write_task), .wdata_i(init_i ? '0 : control_i),
    .raddr_i({current_i, look}), .rdata_o(control)
  );

  assign control_o       = control[0];
  assign current_alive_o = control[1].alive;
  assign current_ready_o = control[1].place == PlaceReady;
  assign current_waits_o = control[1].waiting != WaitNone;
  assign current_waits_group_o = control[1].waiting == WaitGroup;

  logic [1:0][PriorityWidth-1:0] level;

  isochron_ram_distributed #(
    .Width(PriorityWidth), .Depth(NTasks), .ReadPorts(2)
  ) u_priority (
    .clk_i,
    .write_i(write_priority_i), .waddr_i(owner_i), .wdata_i(priority_i),
    .raddr_i({current_i, look}), .rdata_o(level)
  );

  assign priority_o         = level[0];
  assign current_priority_o = level[1];

  isochron_ram_distributed #(.Width(ObjectWidth + PriorityWidth), .Depth(NTasks)) u_wait (
    .clk_i,
    .write_i(init_i | write_wait_i), .waddr_i(write_task),
    .wdata_i(init_i ? '0 : {wait_object_i, wait_priority_i}),
    .raddr_i(task_i), .rdata_o({wait_object_o, wait_priority_o})
  );

  isochron_ram_block #(.Width(2 * PriorityWidth + HeldWidth), .Depth(NTasks)) u_standing (
    .clk_i,
    .write_i(write_standing_i), .waddr_i(owner_i), .wdata_i({base_i, event_i, held_i}),
    .read_i(1'b1), .raddr_i(owner_i), .rdata_o({base_o, event_o, held_o})
  );

  isochron_ram_block #(.Width(TimerWidth + 1), .Depth(NTasks)) u_deadline (
    .clk_i,
    .write_i(write_deadline_i), .waddr_i(task_i), .wdata_i(deadline_i),
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
      end else if (clear_notifications_i || clearing_q) begin
        clearing_q <= clear_notifications_i | ~&clear_q;
        clear_q    <= clear_notifications_i ? '0 : clear_q + 1'b1;
      end
    end

    assign clearing_o         = clearing_q;
    assign notification_raddr = {task_i, index_i};
    assign notification_waddr = {task_i, clearing_q ? clear_q : index_i};
  end else begin : gen_one
    logic unused_index;

    assign unused_index       = ^{rst_ni, clear_notifications_i, index_i};
    assign clearing_o         = 1'b0;
    assign notification_raddr = task_i;
    assign notification_waddr = task_i;
  end

  isochron_ram_block #(
    .Width($bits(notification_t)), .Depth(NTasks << IndexWidth)
  ) u_notification (
    .clk_i,
    .write_i(write_notification_i | clearing_o),
    .waddr_i(notification_waddr), .wdata_i(notification_i),
    .read_i(1'b1), .raddr_i(notification_raddr), .rdata_o({notification_o})
  );

  isochron_ram_block #(.Width($bits(result_e) + 32), .Depth(NTasks)) u_result (
    .clk_i,
    .write_i(write_result_i), .waddr_i(result_task_i), .wdata_i({result_code_i, result_value_i}),
    .read_i(1'b1), .raddr_i(current_i), .rdata_o({result_code_o, result_value_o})
  );

  for (genvar i = 0; i < 2; i++) begin : gen_operand
    isochron_ram_block #(.Width(32), .Depth(NTasks)) u_operand (
      .clk_i,
      .write_i(write_operand_i[i]), .waddr_i(current_i), .wdata_i(operand_i),
      .read_i(1'b1), .raddr_i(task_i), .rdata_o(operands_o[i])
    );
  end

  isochron_ram_block #(.Width(32), .Depth(NTasks)) u_pointer (
    .clk_i,
    .write_i(write_pointer_i), .waddr_i(task_i), .wdata_i(pointer_i),
    .read_i(1'b1), .raddr_i(pointer_task_i), .rdata_o(pointer_o)
  );

endmodule
